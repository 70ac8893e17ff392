// hover.js PAGE.html: points at the middle of every panel of the page's curves, as a reader would, and prints what the page
// says, a line for each panel. The page's own script runs on stand-ins for what it asks a browser for.
const fs = require('fs'), vm = require('vm');
const page = fs.readFileSync(process.argv[2], 'utf8');
const attribute = (text, name) => { const m = new RegExp(' ' + name + "='([^']*)'").exec(text); return m ? m[1] : null; };
const elements = (text, tag) => [...text.matchAll(new RegExp('<' + tag + '\\b[^>]*>', 'g'))].map(
    m => ({getAttribute: name => attribute(m[0], name)}));
// Of what follows the beginning of a tag <g: up to the </g> that belongs to it.
function upToEnd(rest) {
  let depth = 1;
  for (const m of rest.matchAll(/<g\b|<\/g>/g)) {
    depth += m[0] === '</g>' ? -1 : 1;
    if (depth === 0)
      return rest.slice(0, m.index);
  }
  return rest;
}

const figures = [...page.matchAll(/<figure class="curves">(.*?)<\/figure>/gs)].map(([, text]) => {
  const events = {}, output = {textContent: '', className: 'hint'}, metadata = /<metadata>(.*?)<\/metadata>/s.exec(text);
  const groups = text.split(/<g id="gnuplot_plot/).slice(1).map(rest => {
    const part = upToEnd(rest);
    const title = /^[^>]*><title>(.*?)<\/title>/.exec(part);
    return {querySelector: () => title && {textContent: title[1]}, querySelectorAll: tag => elements(part, tag)};
  });
  const svg = {
    querySelector: () => metadata && {textContent: metadata[1]}, querySelectorAll: () => groups, namespaceURI: '',
    getScreenCTM: () => ({inverse: () => null}), appendChild: () => {}, addEventListener: (name, f) => { events[name] = f; },
  };
  return {events, output, panels: metadata ? JSON.parse(metadata[1]) : [],
          querySelector: what => what === 'svg' ? svg : what === 'output' ? output : null};
});
class DOMPoint {
  constructor(x, y) { this.x = x; this.y = y; }
  matrixTransform() { return this; }
}
const document = {
  querySelectorAll: what => what === 'figure.curves' ? figures : [],
  createElementNS: () => ({setAttribute: () => {}, style: {}}),
};
for (const [, script] of page.matchAll(/<script>(.*?)<\/script>/gs))
  vm.runInNewContext(script, {document, DOMPoint, atob: text => Buffer.from(text, 'base64').toString('latin1')});
for (const figure of figures)
  for (const {box} of figure.panels) {
    figure.events.pointermove({clientX: 0.5 * (box[0] + box[1]), clientY: 0.5 * (box[2] + box[3])});
    const said = figure.output.textContent;
    figure.events.pointermove({clientX: box[0] - 5, clientY: box[2] + 5}); // beside the axes nothing is said
    if (figure.output.textContent)
      throw new Error('beside the axes the page says ' + figure.output.textContent);
    console.log(said);
  }
