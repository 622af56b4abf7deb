// Part of the service worker: notices that it is one's turn.
self.addEventListener("push", (event) => {
  const { title = "Sandtable", body = "" } = event.data ? event.data.json() : {};
  const address = /\/t\/[a-z0-9]+/.exec(body)?.[0] ?? "/mine";
  const text = body.replace(/\s*https?:\S+/g, "");
  event.waitUntil(self.registration.showNotification(title, { body: text, icon: "/icon.svg", tag: address, data: address }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
