@echo off
"%~dp0tsumugi.exe" serve --open %*
if errorlevel 1 pause
