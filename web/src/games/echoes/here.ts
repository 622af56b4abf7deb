/** What the desk can do with a war that is kept on this device. */
export interface HereWar {
  id: string;
  /** The same dice once more. */
  again(): Promise<void>;
  /** The war as a save file. */
  save(): Promise<string>;
}
