import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { startRouter } from "./router";
import { followSettings } from "./shared/settings.svelte";

followSettings();
startRouter();
mount(App, { target: document.getElementById("app")! });
