/** Spans of time in words. */
export function ago(seconds: number): string {
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export function remaining(seconds: number): string {
  if (seconds <= 0) return "time is up";
  if (seconds > 172_800) return `${Math.floor(seconds / 86_400)} days left`;
  if (seconds > 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min left`;
  const rest = Math.floor(seconds % 60);
  return `${Math.floor(seconds / 60)}:${rest < 10 ? "0" : ""}${rest}`;
}
