/** Notices in this browser, by web push. */
import { get } from "../api/client";
import type { PushKey } from "../api/types";

/** Why this browser cannot be told, in one sentence; empty if it can. */
export async function whyNoPush(): Promise<string> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return "This browser cannot be told by web push.";
  if (!(await get<PushKey>("/push-key")).key) return "This server does not send web push; its host can switch it on.";
  return "";
}

/** Ask the person and subscribe; gives the subscription as the server wants it. */
export async function subscribe(): Promise<string> {
  const { key } = await get<PushKey>("/push-key");
  if ((await Notification.requestPermission()) !== "granted") throw new Error("The browser was told not to show notices of this page.");
  const worker = await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return JSON.stringify(found);
}
