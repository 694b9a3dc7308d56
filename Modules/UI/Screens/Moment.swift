public import TenonCore

/// A point in time, as people speak of it: "5 minutes ago".
///
/// A presenter says only when it is. The session puts it into words in the person's language, and
/// again when they are out of date, at most once a minute: a front end shows the words.
public struct Moment: Sendable, Codable, Equatable {
    /// When it is.
    public var time: Timestamp
    /// How far it is from now; a day when it is far.
    ///
    /// Empty until a session shows it.
    public var text: String
    /// The day and the time, for those who want to know exactly.
    ///
    /// Empty until a session shows it.
    public var exact: String

    /// Makes a moment that a session puts into words.
    public init(_ time: Timestamp) {
        self.time = time
        text = ""
        exact = ""
    }

    /// The words, and behind them the exact time.
    package var fullText: String { "\(text) (\(exact))" }
}

extension Screen {
    /// Puts all moments into words.
    ///
    /// - Returns: When the first of them is out of date; `nil` when none ever is.
    mutating func wordMoments(_ localizer: Localizer, at now: Timestamp) -> Timestamp? {
        var end: Timestamp?
        changeMoments { moment in
            let wording = localizer.wording(of: moment.time, at: now)
            (moment.text, moment.exact) = (wording.text, wording.exact)
            end = [end, wording.end].compactMap(\.self).min()
        }
        return end
    }

    /// Changes all moments.
    mutating func changeMoments(_ change: (inout Moment) -> Void) {
        for index in blocks.indices { blocks[index].changeMoments(change) }
    }
}

extension Block {
    /// Changes all moments, those inside groups included.
    mutating func changeMoments(_ change: (inout Moment) -> Void) {
        switch self {
        case .facts(var block):
            for index in block.facts.indices {
                guard case .moment(var moment) = block.facts[index].value else { continue }
                change(&moment)
                block.facts[index].value = .moment(moment)
            }
            self = .facts(block)
        case .list(var block):
            for index in block.rows.indices {
                guard var moment = block.rows[index].moment else { continue }
                change(&moment)
                block.rows[index].moment = moment
            }
            self = .list(block)
        case .group(var block):
            for index in block.blocks.indices { block.blocks[index].changeMoments(change) }
            self = .group(block)
        case .text, .richText, .table, .chart, .qrCode, .image, .form, .progress:
            break
        }
    }
}
