"""Lists what assistive technology sees of a program: one JSON array of {name, role, x, y, width, height, states, value, depth}.

Usage: atspi.py PID. Rectangles are in pixels of the screen. An app of a server runs in a web process of its own; its tree is
part of the program's tree, which is how the tests find a named control inside the app's frame and click it with the pointer.
"""
import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

STATES = {
    "showing": Atspi.StateType.SHOWING,
    "focused": Atspi.StateType.FOCUSED,
    "checked": Atspi.StateType.CHECKED,
    "enabled": Atspi.StateType.ENABLED,
}
MOST = 5_000  # nodes; a page that goes on for ever ends here


def program(pid):
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        try:
            if child and child.get_process_id() == pid:
                return child
        except GLib.Error:
            continue  # it ended meanwhile
    return None


def describe(node, depth):
    component = node.get_component_iface()
    extents = component.get_extents(Atspi.CoordType.SCREEN) if component else None
    states = node.get_state_set()
    return {
        "name": node.get_name() or "",
        "role": node.get_role_name(),
        "x": extents.x if extents else 0,
        "y": extents.y if extents else 0,
        "width": extents.width if extents else 0,
        "height": extents.height if extents else 0,
        "states": [name for name, state in STATES.items() if states.contains(state)],
        "depth": depth,
    }


def walk(node, depth, found):
    if len(found) >= MOST:
        return
    try:
        found.append(describe(node, depth))
        children = [node.get_child_at_index(index) for index in range(node.get_child_count())]
    except GLib.Error:
        return  # it went away while it was read
    for child in children:
        if child:
            walk(child, depth + 1, found)


def main():
    Atspi.set_timeout(3_000, 10_000)
    found = []
    root = program(int(sys.argv[1]))
    if root:
        walk(root, 0, found)
    json.dump(found, sys.stdout)


main()
