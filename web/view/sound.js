// The sound of a piece put down, made on the spot: a click of noise over a short low tone. Off unless the person wants it.

import { recall, remember } from "../settings.js";

let context = null;

export const soundIsOn = () => recall("sound", false) === true;

export function setSound(on) {
  remember("sound", on);
  if (on) clack();
}

/** A piece is put down. */
export function clack() {
  if (!soundIsOn() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime;
  play(noise(), filter(2100), 0.5, now, 0.045);
  play(tone(190), null, 0.35, now, 0.06);
}

function noise() {
  const source = new AudioBufferSourceNode(context);
  const buffer = context.createBuffer(1, context.sampleRate * 0.05, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  source.buffer = buffer;
  return source;
}

const tone = (frequency) => new OscillatorNode(context, { frequency, type: "triangle" });
const filter = (frequency) => new BiquadFilterNode(context, { type: "bandpass", frequency, Q: 1.2 });

function play(source, through, volume, start, length) {
  const gain = new GainNode(context, { gain: volume });
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  const last = through ? source.connect(through) : source;
  last.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}
