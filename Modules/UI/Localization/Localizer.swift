import Foundation
import Synchronization
public import TenonCore

/// Finds texts and formats values in the person's language.
///
/// Copies share what they speak: when ``Appearance/setLanguage(_:)`` changes the language of an
/// application, every copy of its localizer speaks the new one from then on.
public struct Localizer: Sendable {
    private let state: LocalizerState

    /// Makes a localizer.
    ///
    /// - Parameters:
    ///   - language: A BCP 47 tag or a POSIX locale name such as `pt_BR.UTF-8`.
    ///   - timeZone: The name of a zone for dates; the system's when it is absent or unknown.
    ///   - translations: Of sentences, as contributed to `AnyPort.translations`.
    ///   - languages: What an application adds, as contributed to `AnyPort.languages`.
    public init(
        language: String, timeZone: String? = nil, translations: [[UInt8]] = [],
        languages: [Language] = []
    ) {
        state = LocalizerState(
            language: language, timeZone: timeZone, translations: translations,
            added: AddedTexts(languages))
    }

    /// The language as a BCP 47 tag, for example `pt-BR`.
    public var language: String { state.localization.language }

    /// Whether the language is written from right to left.
    public var isRightToLeft: Bool { state.localization.isRightToLeft }

    /// The languages that a person can choose: those of the modules, and those that were added.
    public var languages: [Language] { state.languages }

    /// The text of a key, with `{name}` replaced by arguments.
    ///
    /// An argument that may be written in the other direction is isolated (UAX #9, FSI and PDI), so
    /// that what stands around it keeps its order.
    public func callAsFunction<Key: LocalizedKey>(
        _ key: Key, _ arguments: [String: String] = [:]
    ) -> String {
        state.localization.text(key, arguments)
    }

    /// The text of a key in the plural form for a count; `{count}` is the formatted count.
    public func callAsFunction<Key: LocalizedKey>(
        _ key: Key, count: Int, _ arguments: [String: String] = [:]
    ) -> String {
        state.localization.text(key, count: count, arguments)
    }

    /// A whole number with the grouping of the language.
    public func number(_ value: Int) -> String { state.localization.number(value) }

    /// A day, in medium length.
    public func date(_ time: Timestamp) -> String {
        state.localization.format(time, .init(date: .abbreviated, time: .omitted))
    }

    /// A day and a time to the minute.
    public func dateAndTime(_ time: Timestamp) -> String {
        state.localization.format(time, .init(date: .abbreviated, time: .shortened))
    }

    /// A time of a day, to the minute.
    public func time(_ time: Timestamp) -> String {
        state.localization.format(time, .init(date: .omitted, time: .shortened))
    }

    /// A month and its year, for example `March 2027`.
    ///
    /// - Parameters:
    ///   - month: 1 to 12.
    ///   - year: The year of the Gregorian calendar.
    public func month(_ month: Int, of year: Int) -> String {
        state.localization.month(month, of: year)
    }

    /// How far a time is from another one in the greatest unit that fits, from years to minutes, for
    /// example `in 3 days` or `2 hours ago`.
    public func relative(_ time: Timestamp, to now: Timestamp) -> String {
        state.localization.relative(time, to: now)
    }

    /// A point in time as people speak of it, and until when they do.
    package func wording(of time: Timestamp, at now: Timestamp) -> MomentWording {
        MomentWording(time, at: now, state.localization)
    }

    /// Speaks another language from now on, as do all copies.
    ///
    /// - Parameter language: As in the initialiser; `nil` is the one that it was made with.
    func speak(_ language: String?) { state.speak(language) }
}

extension Localizer: Translating {
    /// The text of a sentence; in English when it has no translation.
    public func text(of sentence: Sentence) -> String { state.localization.text(of: sentence) }
}

/// What the copies of a localizer share.
private final class LocalizerState: Sendable {
    private let language: String
    private let timeZone: String?
    private let translations: [[UInt8]]
    private let added: AddedTexts
    private let present: Mutex<Localization>

    init(language: String, timeZone: String?, translations: [[UInt8]], added: AddedTexts) {
        self.language = language
        self.timeZone = timeZone
        self.translations = translations
        self.added = added
        present = Mutex(
            Localization(
                language: language, timeZone: timeZone, translations: translations, added: added))
    }

    var languages: [Language] { Language.all(translations: translations, added: added.languages) }

    var localization: Localization { present.withLock { $0 } }

    func speak(_ language: String?) {
        let localization = Localization(
            language: language ?? self.language, timeZone: timeZone, translations: translations,
            added: added)
        present.withLock { $0 = localization }
    }
}
