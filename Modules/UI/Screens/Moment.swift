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
        changeFacts { fact in
            guard case .moment(var moment) = fact.value else { return }
            change(&moment)
            fact.value = .moment(moment)
        }
        changeLists { list in
            for index in list.rows.indices {
                guard var moment = list.rows[index].moment else { continue }
                change(&moment)
                list.rows[index].moment = moment
            }
        }
    }
}
