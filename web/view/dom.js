// Making elements, in one line each.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element with attributes and children; a false or null attribute is left out, a true one is empty. */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

/** The one element that a selector names; the page is broken without it. */
export function find(selector, root = document) {
  const element = root.querySelector(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
}

/** Is this a place where the person types text? Then letters and arrows are theirs. */
export const typesText = (element) =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !["button", "checkbox", "radio", "range"].includes(element.type));

export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
