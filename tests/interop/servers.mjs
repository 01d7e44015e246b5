// The published servers, over stdio.
import path from 'node:path';

const here = import.meta.dirname;
const published = (name, ...args) => ({
  command: process.execPath,
  args: [path.join(here, 'node_modules/@modelcontextprotocol', name, 'dist/index.js'), ...args],
  askance: { apps: 'always' },
});

export const everything = published('server-everything', 'stdio');
/** Three examples of servers whose tools have a view of their own. */
export const apps = {
  'Budget allocator': { entry: published('server-budget-allocator', '--stdio'), tool: 'get-budget-data' },
  'Cohort heatmap': { entry: published('server-cohort-heatmap', '--stdio'), tool: 'get-cohort-data' },
  'Basic app': { entry: published('server-basic-vanillajs', '--stdio'), tool: 'get-time' },
};
/** FastMCP asks by requests of its own, which only the stateful revision has: a server of the field that needs the pin. */
export const library = revision => ({
  command: path.join(here, '.venv/bin/python'),
  args: [path.join(here, 'fastmcp_server.py')],
  askance: { apps: 'always', ...(revision && { revision }) },
});
