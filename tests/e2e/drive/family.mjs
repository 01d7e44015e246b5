// Which processes belong to a program: read from /proc, oldest first.
import fs from 'node:fs/promises';

/** All that a process started, and what those started. @returns {Promise<{ pid: number, command: string[], started: number }[]>} */
export async function familyOf(pid) {
  const all = [];
  for (const name of await fs.readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await fs.readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (!stat) continue;
    // The command stands in brackets and may hold anything: the fields start after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = (await fs.readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).split('\0').filter(Boolean);
    all.push({ pid: Number(name), parent: Number(fields[1]), started: Number(fields[19]), command });
  }
  const family = [];
  const open = [pid];
  while (open.length > 0) {
    const parent = open.pop();
    for (const one of all.filter(other => other.parent === parent)) {
      family.push(one);
      open.push(one.pid);
    }
  }
  return family.sort((a, b) => a.started - b.started);
}

/** The web processes of a program; the page's own is the first. */
export async function webProcessesOf(pid) {
  const web = (await familyOf(pid)).filter(one => one.command[0]?.endsWith('/WebKitWebProcess'));
  return web.map(one => one.pid);
}
