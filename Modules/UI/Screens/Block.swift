public import TenonCore

/// A part of a screen; front ends switch over all eleven without a default.
public enum Block: Sendable, Codable, Equatable {
    /// A paragraph or a heading.
    case text(TextBlock)
    /// Paragraphs in which parts are set apart or lead elsewhere.
    case richText(RichTextBlock)
    /// Labels with values.
    case facts(FactsBlock)
    /// Rows of things, of which only a window is present.
    case list(ListBlock)
    /// Rows and columns of text.
    case table(TableBlock)
    /// Numbers as a picture, always with a sentence that says the same.
    case chart(ChartBlock)
    /// A text that a camera reads, always with words that say what it is.
    case qrCode(QRCodeBlock)
    /// An image, always with words that say what is to be seen.
    case image(ImageBlock)
    /// Fields to fill in.
    case form(FormBlock)
    /// How far something has come.
    case progress(ProgressBlock)
    /// Blocks under a common title.
    case group(GroupBlock)
}

/// A paragraph or a heading.
public struct TextBlock: Sendable, Codable, Equatable {
    /// What a text is in the structure of the screen.
    public enum Style: Sendable, Codable, Equatable {
        /// Running text.
        case paragraph
        /// A heading; level 2 is below the screen's title, 3 below that.
        case heading(level: Int)
    }

    /// The text; line breaks are kept.
    public var text: String
    /// What it is.
    public var style: Style
    /// How it is meant.
    public var tone: Tone

    /// Makes a text.
    public init(_ text: String, style: Style = .paragraph, tone: Tone = .neutral) {
        self.text = text
        self.style = style
        self.tone = tone
    }

    /// Makes the paragraph that says what went wrong and what to do, in the person's language.
    public init(_ problem: Explanation, _ localizer: Localizer, tone: Tone = .critical) {
        self.init(localizer.text(of: problem.sentence), tone: tone)
    }
}

/// Labels with values.
public struct FactsBlock: Sendable, Codable, Equatable {
    /// Names the block within its screen.
    public var id: String
    /// A title; may be empty.
    public var title: String
    /// The facts, in order.
    public var facts: [Fact]

    /// Makes a block of facts.
    public init(id: String, title: String = "", facts: [Fact]) {
        self.id = id
        self.title = title
        self.facts = facts
    }
}

/// A label with a value.
public struct Fact: Sendable, Codable, Equatable, Identifiable {
    /// The value of a fact.
    public enum Value: Sendable, Codable, Equatable {
        /// Plain text; line breaks are kept.
        case text(String)
        /// A secret that is not shown, and is not in the screen either; one of the actions shows it.
        case concealed
        /// A secret that is shown now.
        case revealed(String)
        /// Text that leads to an `http` or `https` address.
        case link(text: String, address: String)
        /// A code that changes: what it is now, and how many seconds of its period are left.
        case code(String, secondsLeft: Int, period: Int)
        /// Text in which parts are set apart or lead elsewhere, such as tags.
        case spans([TextSpan])
        /// A point in time.
        case moment(Moment)
        /// A person, and the place of the application that says more about them.
        case person(Person, location: Location?)
    }

    /// Names the fact within its screen; the target of its actions.
    public var id: String
    /// What it is.
    public var label: String
    /// What it amounts to.
    public var value: Value
    /// What can be done with it, such as reveal, copy, open.
    public var actions: [Action]

    /// Makes a fact.
    public init(id: String, label: String, value: Value, actions: [Action] = []) {
        self.id = id
        self.label = label
        self.value = value
        self.actions = actions
    }
}

/// Rows of things; a long list holds only the rows of a window.
public struct ListBlock: Sendable, Codable, Equatable {
    /// Names the block within its screen; the target when another window is asked for.
    public var id: String
    /// A title; may be empty.
    public var title: String
    /// How many rows there are in all.
    public var total: Int
    /// The index of the first row that is present.
    public var offset: Int
    /// The rows of the window.
    public var rows: [Row]
    /// What can be done with several of the rows; `nil` when they cannot be chosen.
    public var selection: ListSelection?

    /// Makes a list; without a total the rows are all there is.
    public init(
        id: String, title: String = "", total: Int? = nil, offset: Int = 0, rows: [Row],
        selection: ListSelection? = nil
    ) {
        self.id = id
        self.title = title
        self.total = total ?? rows.count
        self.offset = offset
        self.rows = rows
        self.selection = selection
    }
}

extension [Block] {
    /// A list, or no block at all when it has no rows, where the phase of the screen says so.
    public static func list(_ list: ListBlock) -> [Block] { list.total == 0 ? [] : [.list(list)] }
}

/// Rows and columns of text.
public struct TableBlock: Sendable, Codable, Equatable {
    /// A column.
    public struct Column: Sendable, Codable, Equatable {
        /// The heading.
        public var title: String
        /// Whether its cells are numbers, which are set flush right.
        public var isNumeric: Bool

        /// Makes a column.
        public init(_ title: String, isNumeric: Bool = false) {
            self.title = title
            self.isNumeric = isNumeric
        }
    }

    /// Names the block within its screen.
    public var id: String
    /// What the table shows.
    public var caption: String
    /// The columns; the first one names its row.
    public var columns: [Column]
    /// The rows, each with a cell for every column.
    public var rows: [[String]]

    /// Makes a table.
    public init(id: String, caption: String, columns: [Column], rows: [[String]]) {
        self.id = id
        self.caption = caption
        self.columns = columns
        self.rows = rows
    }
}

/// Numbers as a picture.
public struct ChartBlock: Sendable, Codable, Equatable {
    /// What the picture compares.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Amounts side by side.
        case bars
        /// Amounts in the order of their labels.
        case line
        /// Parts of a whole.
        case shares
    }

    /// A number with its label.
    public struct Point: Sendable, Codable, Equatable {
        /// What it counts.
        public var label: String
        /// The number.
        public var value: Double
        /// The number as it is written for people.
        public var text: String

        /// Makes a point.
        public init(label: String, value: Double, text: String) {
            self.label = label
            self.value = value
            self.text = text
        }
    }

    /// Names the block within its screen.
    public var id: String
    /// What the chart shows.
    public var title: String
    /// What can be learnt from it, in one sentence.
    public var summary: String
    /// What it compares.
    public var kind: Kind
    /// The numbers.
    public var points: [Point]

    /// Makes a chart.
    public init(id: String, title: String, summary: String, kind: Kind, points: [Point]) {
        self.id = id
        self.title = title
        self.summary = summary
        self.kind = kind
        self.points = points
    }
}

/// How far something has come.
public struct ProgressBlock: Sendable, Codable, Equatable {
    /// Names the block within its screen.
    public var id: String
    /// What is being done.
    public var label: String
    /// The part that is done, from 0 to 1; `nil` when it is not known.
    public var fraction: Double?
    /// Counts or an estimate; may be empty.
    public var detail: String

    /// Makes a block of progress.
    public init(id: String, label: String, fraction: Double? = nil, detail: String = "") {
        self.id = id
        self.label = label
        self.fraction = fraction
        self.detail = detail
    }
}

/// Blocks under a common title.
public struct GroupBlock: Sendable, Codable, Equatable {
    /// Names the block within its screen.
    public var id: String
    /// The title.
    public var title: String
    /// The content.
    public var blocks: [Block]

    /// Makes a group.
    public init(id: String, title: String, blocks: [Block]) {
        self.id = id
        self.title = title
        self.blocks = blocks
    }
}
