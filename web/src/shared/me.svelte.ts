/** Who uses this browser. Nobody until they do something that needs a name: there is no sign-up. */
import { get, post } from "../api/client";
import type { Me, Session } from "../api/types";

class Person {
  me = $state.raw<Me | null>(null);
  /** Whether the server has been asked. */
  known = $state(false);
  private asking: Promise<Me | null> | null = null;

  /** Who we are, if anybody yet. */
  look(again = false): Promise<Me | null> {
    if (again) this.asking = null;
    this.asking ??= get<Session>("/session").then(({ me }) => this.take(me));
    this.asking.catch(() => (this.asking = null));
    return this.asking;
  }

  /** Become a guest, unless we are somebody already. */
  async become(): Promise<Me> {
    const me = await post<Me>("/session");
    this.take(me);
    return me;
  }

  take(me: Me | null): Me | null {
    this.me = me;
    this.known = true;
    return me;
  }
}

export const person = new Person();
