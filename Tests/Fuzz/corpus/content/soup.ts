import type { Soup } from "soup";
export interface Menu {
  readonly name: string;
  count: number;
}
export type Eat = (soup: Soup) => void;
declare const a: any;
private readonly b: boolean;
F@