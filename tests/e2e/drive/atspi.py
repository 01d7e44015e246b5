"""Tells what assistive technology sees of a program: for each line on stdin, one line of JSON on stdout, an array of
{name, text, role, x, y, width, height, states, depth}.

Usage: atspi.py PID. Rectangles are in pixels of the screen. An app of a server runs in a web process of its own; its tree is
part of the program's tree, which is how the tests find a named control inside the app's frame and click it with the pointer.
"""
import json
import os
import sys
import traceback
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

warnings.simplefilter("ignore", DeprecationWarning)
STATES = {
    "showing": Atspi.StateType.SHOWING,
    "focused": Atspi.StateType.FOCUSED,
    "checked": Atspi.StateType.CHECKED,
    "enabled": Atspi.StateType.ENABLED,
    "focusable": Atspi.StateType.FOCUSABLE,
    "busy": Atspi.StateType.BUSY,
}
MOST = 5_000  # nodes; a page that goes on for ever ends here
PARKED = -30_000  # a webview that is kept out of sight lies beyond here


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
    name = node.get_name() or ""
    # Paragraphs and the like have no name, but text.
    text = node.get_text_iface() if not name else None
    return {
        "name": name,
        "text": Atspi.Text.get_text(text, 0, -1) if text else "",
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
        one = describe(node, depth)
        if one["x"] < PARKED:
            return
        found.append(one)
        children = [node.get_child_at_index(index) for index in range(node.get_child_count())]
    except GLib.Error:
        return  # it went away while it was read
    for child in children:
        if child:
            walk(child, depth + 1, found)


def look(pid):
    Atspi.set_timeout(3_000, 10_000)
    found = []
    root = program(pid)
    if root:
        walk(root, 0, found)
    print(json.dumps(found), flush=True)


def main():
    pid = int(sys.argv[1])
    for _ in sys.stdin:
        # Each look in a process of its own: nothing is remembered from the one before, and Python has started already.
        child = os.fork()
        if child == 0:
            try:
                look(pid)
                os._exit(0)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
        _, status = os.waitpid(child, 0)
        if status != 0:
            print("[]", flush=True)


main()
