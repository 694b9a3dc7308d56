import TenonCore
import TenonUI

/// Samples of the blocks that only show something.
enum BlockSamples {
    static let all = [
        text, RichTextSample.sample, tone, table, chart, QRCodeSample.sample, ImageSample.sample,
        progress, group,
    ]

    static let text = Sample(
        "text",
        screen: .sample(
            "text", "Paragraphs and headings", summary: "Four tones and two levels.",
            blocks: [
                .text(TextBlock("The upper heading", style: .heading(level: 2))),
                .text(TextBlock("A neutral paragraph\nof two lines.")),
                .text(TextBlock("The lower heading", style: .heading(level: 3))),
                .text(TextBlock("The backup is complete.", tone: .positive)),
                .text(TextBlock("The backup is old.", tone: .caution)),
                .text(TextBlock("The backup is damaged.", tone: .critical)),
            ]))

    /// The same text in every tone, one after the other.
    static let tone = Sample("tone", state: 0) { step in
        .sample(
            "tone", "Tones",
            blocks: [
                .text(TextBlock("Step \(step).")),
                .text(
                    TextBlock(
                        "The backup is what it is.",
                        tone: Tone.allCases[step % Tone.allCases.count])),
            ], actions: [Action(id: "next", title: "Change the tone")])
    } respond: { input, _, _ in
        if case .act("next", _, _, _) = input { .just { $0 += 1 } } else { nil }
    }

    static let table = Sample(
        "table",
        screen: .sample(
            "table", "A table",
            blocks: [
                .table(
                    TableBlock(
                        id: "imports", caption: "Rows read by file",
                        columns: [
                            TableBlock.Column("File"),
                            TableBlock.Column("Rows", isNumeric: true),
                            TableBlock.Column("What happened to them"),
                        ],
                        rows: [
                            ["firefox.csv", "5,012", "All of them were taken over."],
                            ["chrome.csv", "87", "Three of them had been there before."],
                            ["empty.csv", "0", "Nothing was in the file."],
                        ]))
            ]))

    static let chart = Sample(
        "chart",
        screen: .sample(
            "chart", "Charts",
            blocks: ChartBlock.Kind.allCases.map { kind in
                .chart(
                    ChartBlock(
                        id: kind.rawValue, title: "Strength as \(kind.rawValue)",
                        summary: "Of 60 passwords by \(kind.rawValue), most are strong.",
                        kind: kind,
                        points: [
                            ChartBlock.Point(label: "Strong", value: 42, text: "42 strong ones"),
                            ChartBlock.Point(label: "Fair", value: 18, text: "18 fair ones"),
                            ChartBlock.Point(label: "Weak", value: 0, text: "no weak one"),
                        ]))
            }))

    static let progress = Sample(
        "progress",
        screen: .sample(
            "progress", "Progress",
            blocks: [
                .progress(
                    ProgressBlock(
                        id: "known", label: "Reading the file", fraction: 0.4,
                        detail: "2,000 of 5,000 rows")),
                .progress(ProgressBlock(id: "unknown", label: "Waiting for the disk")),
            ]))

    static let group = Sample(
        "group",
        screen: .sample(
            "group", "Groups",
            blocks: [
                .group(
                    GroupBlock(
                        id: "outer", title: "The outer group",
                        blocks: [
                            .text(TextBlock("Text in the outer group.")),
                            .group(
                                GroupBlock(
                                    id: "inner", title: "The inner group",
                                    blocks: [
                                        .text(TextBlock("Text in the inner group.")),
                                        .facts(
                                            FactsBlock(
                                                id: "facts", title: "Facts in the group",
                                                facts: [
                                                    Fact(
                                                        id: "depth", label: "Depth",
                                                        value: .text("two levels"))
                                                ])),
                                    ])),
                        ]))
            ]))
}
