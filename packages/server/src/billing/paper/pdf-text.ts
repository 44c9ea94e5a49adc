import type PdfDocument from 'pdfkit';
import { BASE_FONT, type PdfFonts } from './pdf-fonts.ts';
import { type TextRun, toLines, toRuns } from './pdf-line.ts';

export type PdfPage = InstanceType<typeof PdfDocument>;

/** If any features are given, a run is shaped as a whole: word by word, Arabic words end up in the wrong order. */
const SHAPED: Features = [];
/**
 * The shaping library fails at some marks of Khmer and Gurmukhi. Without these, marks are placed where the letters end.
 */
const WITHOUT_MARKS = { mark: false, mkmk: false, abvm: false, blwm: false } as unknown as Features;

type Features = PDFKit.Mixins.OpenTypeFeatures[];

/** Makes thin letters as heavy as those of the base font, in heights of a line. */
const OUTLINE = 0.025;
/** Position of the base font's baseline in its line. */
const BASELINE = 0.8;

interface ShapedRun extends TextRun {
  features: Features;
  width: number;
}

/** Writes names in any script: each part of a line in the font that has it, and in the direction in which it is read. */
export class PdfText {
  readonly #page: PdfPage;
  readonly #fonts: PdfFonts;

  constructor(page: PdfPage, fonts: PdfFonts) {
    this.#page = page;
    this.#fonts = fonts;
    for (const [name, file] of fonts.files) page.registerFont(name, file);
  }

  /** Draws a text at the height of the cursor, which is below it afterwards. */
  write(text: string, left: number, width: number, align: 'left' | 'right' = 'left'): void {
    const page = this.#page;
    for (const line of this.#lines(text, width)) {
      const top = page.y;
      const baseline = top + BASELINE * page.currentLineHeight(true);
      let x = align === 'left' ? left : left + width - this.#widthOf(line);
      for (const run of this.#runs(line)) {
        this.#draw(run, x, baseline);
        x += run.width;
      }
      page.x = left;
      page.y = top + page.currentLineHeight(true);
    }
  }

  heightOf(text: string, width: number): number {
    return this.#lines(text, width).length * this.#page.currentLineHeight(true);
  }

  #lines(text: string, width: number): string[] {
    return toLines(text, width, (line) => this.#widthOf(line));
  }

  #widthOf(line: string): number {
    return this.#runs(line).reduce((sum, { width }) => sum + width, 0);
  }

  #runs(line: string): ShapedRun[] {
    return toRuns(line, this.#fonts.fontOf).map(({ text, font }) => {
      const shape = (features: Features): ShapedRun => {
        const width = this.#withFont(font, (page) => page.widthOfString(text, { features }));
        return { text, font, features, width };
      };
      try {
        return shape(SHAPED);
      } catch {
        return shape(WITHOUT_MARKS);
      }
    });
  }

  #draw({ text, font, features }: ShapedRun, x: number, baseline: number): void {
    const isThin = font !== undefined && this.#fonts.isThin(font);
    const outline = OUTLINE * this.#page.currentLineHeight();
    this.#withFont(font, (page) => {
      page.save();
      if (isThin) page.lineWidth(outline).lineJoin('round').strokeColor('black');
      const options = {
        lineBreak: false,
        features,
        baseline: 'alphabetic',
        fill: true,
        stroke: isThin,
      } as const;
      page.text(text, x, baseline, options).restore();
    });
  }

  /** The base font is the page's at all other times: the heights of lines are its. */
  #withFont<Result>(font: string | undefined, work: (page: PdfPage) => Result): Result {
    try {
      return work(this.#page.font(font ?? BASE_FONT));
    } finally {
      this.#page.font(BASE_FONT);
    }
  }
}
