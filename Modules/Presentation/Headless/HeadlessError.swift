import TenonCore
import TenonUI

/// What can be wrong with a request before the session hears of it.
struct HeadlessError: ExplainedError, Equatable {
    let code: ErrorCode
    let message: Sentence
    let remedy: Sentence

    static func malformed(_ error: JSONError) -> HeadlessError {
        HeadlessError(
            code: .headlessMalformed,
            message: "The line is not JSON at byte \(error.position). \(error.reason)",
            remedy: "Send one JSON object on each line.")
    }

    static func repeatedKey(in name: String) -> HeadlessError {
        HeadlessError(
            code: .headlessMalformed, message: "A key comes twice in \(name).",
            remedy: "Send each key once.")
    }

    static var notUTF8: HeadlessError {
        HeadlessError(
            code: .headlessEncoding, message: "The line is not UTF-8.",
            remedy: "Send JSON in UTF-8.")
    }

    static func tooLong(_ limit: Int) -> HeadlessError {
        HeadlessError(
            code: .headlessTooLong,
            message: "The line is longer than \(limit) bytes and was not read.",
            remedy: "Name a large file by its path.")
    }

    static func unknownRequest(_ names: [String]) -> HeadlessError {
        HeadlessError(
            code: .headlessUnknownRequest, message: "There is no such request.",
            remedy: "\"do\" is one of: \(names.joined(separator: ", ")).")
    }

    static func missing(_ key: String) -> HeadlessError {
        HeadlessError(
            code: .headlessMissing, message: "The key \"\(key)\" is missing.", remedy: "Add it.")
    }

    static func unknownKey(_ key: String, known: [String]) -> HeadlessError {
        HeadlessError(
            code: .headlessUnknownKey, message: "The key \"\(key)\" means nothing here.",
            remedy: "What is known here: \(known.joined(separator: ", ")).")
    }

    static func wrongType(_ key: String, _ found: JSONValue, expected: String) -> HeadlessError {
        HeadlessError(
            code: .headlessWrongType,
            message: "\"\(key)\" is \(found.kind) and must be \(expected).",
            remedy: "The README of TenonHeadless describes every request.")
    }
}

extension ErrorCode {
    static let headlessMalformed = ErrorCode("headless.malformed", .badData)
    static let headlessEncoding = ErrorCode("headless.encoding", .badData)
    static let headlessTooLong = ErrorCode("headless.too-long", .badData)
    static let headlessUnknownRequest = ErrorCode("headless.unknown-request", .usage)
    static let headlessMissing = ErrorCode("headless.missing", .usage)
    static let headlessUnknownKey = ErrorCode("headless.unknown-key", .usage)
    static let headlessWrongType = ErrorCode("headless.wrong-type", .usage)
}
