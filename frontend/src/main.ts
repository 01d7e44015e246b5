// Starts the page.
import { mount } from "svelte";
import App from "./App.svelte";
import "./tokens.css";
import "./window.css";

const target = document.getElementById("window");
if (target === null) throw new Error("index.html has no place for the window");
mount(App, { target });
