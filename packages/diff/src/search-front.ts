/** A part of both sequences, half open. */
export interface Box {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** A place in both sequences. */
export interface Point {
  readonly a: number;
  readonly b: number;
}

/** Shortest run of equal elements that counts as a real match instead of a coincidence. */
const LONG_MATCH = 20;
/** A path that led so many times further than its cost is worth continuing. */
const GOOD_GAIN = 4;

/**
 * Furthest positions in a box, from its start or its end, for a number of insertions and deletions, on each
 * diagonal (index in A minus index in B). From the end, indexes are those of the reversed sequences.
 */
export class SearchFront {
  readonly #a: Uint32Array;
  readonly #b: Uint32Array;
  readonly #isFromEnd: boolean;
  /** Furthest place in A by diagonal, starting one below the lowest; the other front counts them from the other end. */
  readonly #reach: Int32Array;
  /** The box as seen from here. */
  #from: Point = { a: 0, b: 0 };
  #to: Point = { a: 0, b: 0 };
  /** Diagonals within the box, and the reached ones. */
  #least = 0;
  #most = 0;
  #low = 0;
  #high = 0;
  #hasLongMatch = false;

  constructor(a: Uint32Array, b: Uint32Array, isFromEnd: boolean) {
    this.#a = isFromEnd ? a.toReversed() : a;
    this.#b = isFromEnd ? b.toReversed() : b;
    this.#isFromEnd = isFromEnd;
    this.#reach = new Int32Array(a.length + b.length + 3);
  }

  /** Whether the last step passed many equal elements in a row. */
  get hasLongMatch(): boolean {
    return this.#hasLongMatch;
  }

  enter(box: Box): void {
    const from = this.#turn(this.#isFromEnd ? { a: box.toA, b: box.toB } : { a: box.fromA, b: box.fromB });
    const to = this.#turn(this.#isFromEnd ? { a: box.fromA, b: box.fromB } : { a: box.toA, b: box.toB });
    this.#from = from;
    this.#to = to;
    this.#least = this.#indexOf({ a: from.a, b: to.b });
    this.#most = this.#indexOf({ a: to.a, b: from.b });
    this.#low = this.#indexOf(from);
    this.#high = this.#low;
    this.#reach[this.#low] = from.a;
  }

  /** Allows one more insertion or deletion; returns the meeting point with the opposite front, if given. */
  advance(facing: SearchFront | undefined): Point | undefined {
    this.#widen();
    // Everything in constants: the loop runs millions of times.
    const [a, b, reach] = [this.#a, this.#b, this.#reach];
    const [lengthA, toA, toB] = [a.length, this.#to.a, this.#to.b];
    const shift = b.length + 1;
    const facingReach = facing === undefined ? reach : facing.#reach;
    const mirror = reach.length - 1;
    const facingLow = facing === undefined ? mirror : mirror - facing.#high;
    const facingHigh = facing === undefined ? 0 : mirror - facing.#low;
    const [first, last, step] = this.#diagonals();
    let longestMatch = 0;
    for (let index = first; index !== last; index += step) {
      const below = reach[index - 1] as number;
      const above = reach[index + 1] as number;
      const start = below >= above ? below + 1 : above;
      const inReach = toB + index - shift;
      const end = inReach < toA ? inReach : toA;
      let inA = start;
      let inB = start - index + shift;
      while (inA < end && a[inA] === b[inB]) {
        inA++;
        inB++;
      }
      if (inA - start > longestMatch) longestMatch = inA - start;
      reach[index] = inA;
      if (
        index >= facingLow &&
        index <= facingHigh &&
        (facingReach[mirror - index] as number) >= lengthA - inA
      ) {
        return this.#turn({ a: inA, b: inB });
      }
    }
    this.#hasLongMatch = longestMatch > LONG_MATCH;
    return undefined;
  }

  /** The end of a long match that was cheap to reach; undefined if there is none. */
  findGoodPoint(cost: number): Point | undefined {
    const [from, to] = [this.#from, this.#to];
    let leastGain = GOOD_GAIN * cost;
    let found: Point | undefined;
    this.#visit((point) => {
      const [forthA, forthB] = [point.a - from.a, point.b - from.b];
      const gain = forthA + forthB - Math.abs(forthA - forthB);
      if (gain <= leastGain || forthA < LONG_MATCH || forthB < LONG_MATCH) return;
      if (point.a >= to.a || point.b >= to.b || !this.#isLongMatchBefore(point)) return;
      leastGain = gain;
      found = point;
    });
    return found && this.#turn(found);
  }

  /** The point furthest from the start, and how far that is. */
  findFurthest(): { readonly point: Point; readonly distance: number } {
    const [from, to] = [this.#from, this.#to];
    let distance = -1;
    let furthest = from;
    this.#visit(({ a, b }) => {
      // The last step may have left the box.
      const outside = Math.max(a - to.a, b - to.b, 0);
      const forth = a - outside - from.a + (b - outside - from.b);
      if (forth <= distance) return;
      distance = forth;
      furthest = { a: a - outside, b: b - outside };
    });
    return { point: this.#turn(furthest), distance };
  }

  /** At the edge of the box there are fewer diagonals with each step, elsewhere more. */
  #widen(): void {
    if (this.#low > this.#least) this.#reach[--this.#low - 1] = -1;
    else this.#low++;
    if (this.#high < this.#most) this.#reach[++this.#high + 1] = -1;
    else this.#high--;
  }

  #visit(look: (point: Point) => void): void {
    const [first, last, step] = this.#diagonals();
    for (let index = first; index !== last; index += step) {
      const a = this.#reach[index] as number;
      look({ a, b: a - index + this.#b.length + 1 });
    }
  }

  /** Both fronts in the same direction, as git: which of two equally good ways is found depends on it. */
  #diagonals(): [first: number, last: number, step: number] {
    return this.#isFromEnd ? [this.#low, this.#high + 2, 2] : [this.#high, this.#low - 2, -2];
  }

  #isLongMatchBefore({ a, b }: Point): boolean {
    for (let back = 1; back <= LONG_MATCH; back++) {
      if (this.#a[a - back] !== this.#b[b - back]) return false;
    }
    return true;
  }

  #indexOf({ a, b }: Point): number {
    return a - b + this.#b.length + 1;
  }

  /** A place as seen from here, or one from here as others see it. */
  #turn(point: Point): Point {
    if (!this.#isFromEnd) return point;
    return { a: this.#a.length - point.a, b: this.#b.length - point.b };
  }
}
