import TenonCore
import TenonUI

/// What can be wrong with a request before the session hears of it.
typealias HeadlessError = ModuleError<HeadlessErrors>

/// Tells ``HeadlessError`` apart from the errors of other modules.
enum HeadlessErrors {}

extension HeadlessError {
    static func malformed(_ error: JSONError) -> HeadlessError {
        HeadlessError(
            .headlessMalformed, "The line is not JSON at byte \(error.position). \(error.reason)",
            remedy: "Send one JSON object on each line.")
    }

    static func repeatedKey(in name: String) -> HeadlessError {
        HeadlessError(
            .headlessMalformed, "A key comes twice in \(name).", remedy: "Send each key once.")
    }

    static var notUTF8: HeadlessError {
        HeadlessError(.headlessEncoding, "The line is not UTF-8.", remedy: "Send JSON in UTF-8.")
    }

    static func tooLong(_ limit: Int) -> HeadlessError {
        HeadlessError(
            .headlessTooLong, "The line is longer than \(limit) bytes and was not read.",
            remedy: "Name a large file by its path.")
    }

    static func unknownRequest(_ names: [String]) -> HeadlessError {
        HeadlessError(
            .headlessUnknownRequest, "There is no such request.",
            remedy: "\"do\" is one of: \(names.joined(separator: ", ")).")
    }

    static var unsaved: HeadlessError {
        HeadlessError(
            .headlessUnsaved, "Something that was typed is not saved and would be lost.",
            remedy: "Save it, or say \"force\": true to lose it.")
    }

    static func missing(_ key: String) -> HeadlessError {
        HeadlessError(.headlessMissing, "The key \"\(key)\" is missing.", remedy: "Add it.")
    }

    static func unknownKey(_ key: String, known: [String]) -> HeadlessError {
        HeadlessError(
            .headlessUnknownKey, "The key \"\(key)\" means nothing here.",
            remedy: "What is known here: \(known.joined(separator: ", ")).")
    }

    static func wrongType(_ key: String, _ found: JSONValue, expected: String) -> HeadlessError {
        HeadlessError(
            .headlessWrongType, "\"\(key)\" is \(found.kind) and must be \(expected).",
            remedy: "The README of TenonHeadless describes every request.")
    }
}

extension ErrorCode {
    static let headlessMalformed = ErrorCode("headless.malformed", .badData)
    static let headlessEncoding = ErrorCode("headless.encoding", .badData)
    static let headlessTooLong = ErrorCode("headless.too-long", .badData)
    static let headlessUnknownRequest = ErrorCode("headless.unknown-request", .usage)
    static let headlessUnsaved = ErrorCode("headless.unsaved", .failure)
    static let headlessMissing = ErrorCode("headless.missing", .usage)
    static let headlessUnknownKey = ErrorCode("headless.unknown-key", .usage)
    static let headlessWrongType = ErrorCode("headless.wrong-type", .usage)
}
