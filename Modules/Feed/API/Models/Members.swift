package import TenonCore
import TenonNetworking

/// What a server sent cannot be read.
///
/// It names the member of an object, and never quotes a value.
package struct ReadingFailure: Error, Hashable, CustomStringConvertible {
    /// What is missing, or not of its type.
    package let member: String

    /// Names a member.
    package init(member: String) { self.member = member }

    package var description: String { "\(member) is missing or not of its type" }
}

/// A value that a server sends as JSON.
package protocol FeedModel: Sendable {
    /// Reads a value; unknown members are passed over, and those that a server may leave out are
    /// taken for missing when they are null or of another type.
    ///
    /// - Throws: ``ReadingFailure`` when a member is missing without which the value means nothing.
    init(_ members: Members) throws
}

/// The members of an object as servers send them.
package struct Members: Sendable {
    private let value: JSONValue

    /// Takes an object.
    ///
    /// - Throws: ``ReadingFailure`` for anything else.
    package init(_ value: JSONValue) throws {
        guard case .object = value else { throw ReadingFailure(member: "object") }
        self.value = value
    }

    /// The members of an object within this one; `nil` when there is none.
    func members(_ name: String) -> Members? { value[name].flatMap { try? Members($0) } }

    /// The name of something; `nil` when there is none.
    ///
    /// Some servers write it as a number.
    func identifier<Subject>(_ name: String) -> Identifier<Subject>? {
        switch value[name] {
        case .string(let text): Identifier(text.reveal())
        case .number(let digits): Identifier(digits)
        default: nil
        }
    }

    /// The name of what these members describe.
    ///
    /// - Throws: ``ReadingFailure`` when there is none.
    func required<Subject>(_ name: String) throws -> Identifier<Subject> {
        guard let identifier: Identifier<Subject> = identifier(name) else {
            throw ReadingFailure(member: name)
        }
        return identifier
    }

    /// A text that is no secret; `nil` when there is none.
    func text(_ name: String) -> String? { value[name]?.string }

    /// A text that is a secret; `nil` when there is none.
    func secret(_ name: String) -> SecretText? { value[name]?.secretString }

    /// A text with something in it; `nil` when there is none.
    func words(_ name: String) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// A number; `nil` when there is none.
    func number(_ name: String) -> Double? {
        switch value[name] {
        case .number(let digits): Double(digits).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// A whole number, also one that is written as a text; `nil` when there is none.
    func integer(_ name: String) -> Int? {
        switch value[name] {
        case .number(let digits): Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
        case .string(let text): Int(text.reveal())
        default: nil
        }
    }

    /// How many there are; 0 when that is not said.
    func count(_ name: String) -> Int { max(0, integer(name) ?? 0) }

    /// Whether something is so; `false` when that is not said.
    func flag(_ name: String) -> Bool { value[name] == .bool(true) }

    /// A point in time; `nil` when there is none.
    func time(_ name: String) -> Timestamp? { text(name).flatMap { InternetTime.read($0) } }

    /// The address of something on the web; `nil` when there is none.
    func address(_ name: String) -> WebAddress? { text(name).flatMap { try? WebAddress($0) } }

    /// A value within this one; `nil` when it is missing or cannot be read.
    func model<Model: FeedModel>(_ name: String) -> Model? {
        members(name).flatMap { try? Model($0) }
    }

    /// The values of a list, without those that cannot be read.
    func list<Model: FeedModel>(_ name: String) -> [Model] {
        (value[name]?.elements ?? []).compactMap { try? Model(Members($0)) }
    }

    /// The texts of a list.
    func texts(_ name: String) -> [String] { (value[name]?.elements ?? []).compactMap(\.string) }
}
