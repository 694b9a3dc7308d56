public import TenonCore

/// Where in a test something failed, so that a test framework can show it there.
public struct TestPlace: Error, Equatable, CustomStringConvertible {
    /// The module and the name of the file, as `#fileID` has it.
    public let fileID: String
    /// The line, counted from 1.
    public let line: Int

    /// The file and the line.
    public var description: String { "\(fileID):\(line)" }
}

extension TestingError {
    /// The step of the test that failed; `nil` when it is not known.
    public var place: TestPlace? { cause as? TestPlace }
}

/// A step of a test, and where it is.
struct TestStep {
    let name: String
    let place: TestPlace

    init(_ name: String, fileID: String, line: Int) {
        self.name = name
        place = TestPlace(fileID: fileID, line: line)
    }

    func unmet(_ expectation: String, seen: String) -> TestingError {
        .unmet("\(expectation) (\(name), \(place))", seen: seen, at: place)
    }

    func cannot(seen: String) -> TestingError {
        .cannot("\(name) (\(place))", seen: seen, at: place)
    }
}
