package muster.report.plot;

/** Something that is drawn with a title that says what it shows, and a caption that says what it leaves out. */
public sealed interface Chart permits Plot, Bars {
    /** Names its file: small letters, digits and hyphens. */
    String id();

    String title();

    String caption();
}
