// The published servers, over stdio.
import path from 'node:path';

const here = import.meta.dirname;
const published = (name, ...args) => ({
  command: process.execPath,
  args: [path.join(here, 'node_modules/@modelcontextprotocol', name, 'dist/index.js'), ...args],
  askance: { apps: 'always' },
});
/**
 * An example of MCP Apps: a server whose tool has a view of its own, and the tool takes no arguments. `needs`: what of
 * the internet it cannot do without.
 */
const example = (name, tool, needs) => [name, { entry: published(`server-${name}`, '--stdio'), tool, needs }];

export const everything = published('server-everything', 'stdio');
/** Every server that the MCP Apps project publishes as an example. */
export const apps = Object.fromEntries([
  ...['preact', 'react', 'solid', 'svelte', 'vanillajs', 'vue'].map(kind => example(`basic-${kind}`, 'get-time')),
  example('budget-allocator', 'get-budget-data'),
  example('cohort-heatmap', 'get-cohort-data'),
  example('customer-segmentation', 'get-customer-data'),
  example('map', 'show-map', 'https://cesium.com'),
  example('pdf', 'display_pdf', 'https://arxiv.org'),
  example('scenario-modeler', 'get-scenario-data'),
  example('shadertoy', 'render-shadertoy'),
  example('sheet-music', 'play-sheet-music'),
  example('system-monitor', 'get-system-info'),
  example('threejs', 'show_threejs_scene'),
  example('transcript', 'transcribe'),
  example('video-resource', 'play_video'),
  example('wiki-explorer', 'get-first-degree-links'),
]);
/** FastMCP asks by requests of its own, which only the stateful revision has: a server of the field that needs the pin. */
export const library = revision => ({
  command: path.join(here, '.venv/bin/python'),
  args: [path.join(here, 'fastmcp_server.py')],
  askance: { apps: 'always', ...(revision && { revision }) },
});
