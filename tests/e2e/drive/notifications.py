"""The desktop's notifications on the session bus, in place of a real desktop's: writes what it is told to show, one line of
JSON each: {app, replaces, title, body, actions}. Says `ready` first. Each line on stdin is an action that the person presses
on the last of them.
"""
import json
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

NAME = "org.freedesktop.Notifications"
INTERFACE = f"""<node><interface name="{NAME}"><method name="Notify">
  <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
  <arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="a{{sv}}" direction="in"/>
  <arg type="i" direction="in"/><arg type="u" direction="out"/></method>
  <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal></interface></node>"""
PATH = "/org/freedesktop/Notifications"
last = 0


def called(_bus, _sender, _path, _interface, _method, words, invocation):
    global last
    app, replaces, _icon, title, body, actions, _hints, _limit = words.unpack()
    print(json.dumps(dict(app=app, replaces=replaces, title=title, body=body, actions=actions)), flush=True)
    last = replaces or last + 1
    invocation.return_value(GLib.Variant("(u)", (last,)))


def pressed(_stdin, _condition):
    action = sys.stdin.readline().strip()
    bus.emit_signal(None, PATH, NAME, "ActionInvoked", GLib.Variant("(us)", (last, action)))
    return True


bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], called, None, None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN, pressed)
GLib.MainLoop().run()
