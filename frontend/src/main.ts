// Starts the page.
import { mount } from "svelte";
import App from "./App.svelte";
import "./tokens.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/controls.css";
import "./styles/question.css";
import "./styles/form.css";
import "./styles/places.css";
import "./styles/values.css";
import "./styles/dialog.css";
import "./styles/narrow.css";

const target = document.getElementById("window");
if (target === null) throw new Error("index.html has no place for the window");
// Nothing of the page is measured or told to apps before its styles apply: a script can run while they still load.
const start = (): void => void mount(App, { target });
if (document.readyState === "complete") start();
else window.addEventListener("load", start, { once: true });
