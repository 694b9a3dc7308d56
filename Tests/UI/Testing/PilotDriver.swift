import Foundation
import Synchronization
import TenonCore
import TenonTesting
import TenonUI

/// The session pilot as a front end: shows everything, and puts out what a test makes of it.
final class PilotDriver: FrontEndDriver {
    /// What a defective front end does to what it shows.
    typealias Defect = @Sendable (String) -> String

    private struct State {
        var pilot: SessionPilot?
        var output = ""
        var noticesSeen = 0
    }

    private let defect: Defect
    private let state = Mutex(State())

    init(defect: @escaping Defect = { $0 }) { self.defect = defect }

    func start(at location: String, isNarrow: Bool) async throws {
        let pilot = try await SessionPilot(
            plugins: ConformanceApplication.plugins,
            configuration: Configuration(environment: ["TENON_LANGUAGE": "en"]), at: location)
        state.withLock { $0 = State(pilot: pilot) }
        _ = try await see()
    }

    func see() async throws -> String {
        let pilot = try pilot()
        let notices = state.withLock { pilot.notices.dropFirst($0.noticesSeen) }
        let screen = try? pilot.screen()
        let extras = (screen?.allBlocks ?? []).compactMap { block -> String? in
            switch block {
            case .text(let text): text.tone.rawValue
            case .list(let list):
                "of \(list.total), \(list.selection?.chosen.count ?? 0) chosen"
            case .facts(let facts): facts.facts.map(\.address).joined()
            case .richText(let text): text.paragraphs.joined().map(\.address).joined()
            case .table, .chart, .qrCode, .image, .form, .progress, .group: nil
            }
        }
        let seen = ([pilot.see()] + notices + extras).joined(separator: "\n").printable
        let shown = defect(seen)
        state.withLock { $0.output += shown }
        return shown
    }

    func everything() async throws -> String { state.withLock(\.output) }

    func choose(_ title: String, on label: String?) async throws {
        try await input { try await $0.choose(title, on: label) }
    }

    func follow(_ text: String) async throws {
        try await input { try await $0.follow(text) }
    }

    func go(to title: String) async throws {
        try await input { try await $0.choose(title) }
    }

    func currentPlace() async throws -> String? {
        try pilot().screen().destinations.first(where: \.isCurrent)?.title
    }

    func fill(_ label: String, with value: DriverValue) async throws {
        try await input { try await $0.fill(label, with: value) }
    }

    func undo() async throws { try await input { try await $0.undo() } }

    func answer(_ answer: DriverAnswer) async throws {
        try await input { try await $0.answer(answer) }
    }

    func search(_ text: String) async throws { try await input { try await $0.search(text) } }

    func select(_ titles: [String]) async throws { try await input { try await $0.select(titles) } }

    func filter(_ filter: String, by options: [String]) async throws {
        try await input { try await $0.filter(filter, by: options) }
    }

    func back() async throws { try await input { try await $0.back() } }

    func showMore(of list: String) async throws {
        try await input { try await $0.showMore(of: list) }
    }

    func close() async throws { try await input { try await $0.close() } }

    func finish() async throws { await state.withLock(\.pilot)?.stop() }

    private func pilot() throws -> SessionPilot {
        guard let pilot = state.withLock(\.pilot) else {
            throw TestingError.cannot("use the front end", seen: "It was not started.")
        }
        return pilot
    }

    private func input(_ operation: (SessionPilot) async throws -> Void) async throws {
        let pilot = try pilot()
        state.withLock { $0.noticesSeen = pilot.notices.count }
        try await operation(pilot)
        _ = try await see()
    }
}

extension TextSpan {
    fileprivate var address: String {
        if case .address(let address) = link { address } else { "" }
    }
}

extension Fact {
    fileprivate var address: String {
        if case .link(_, let address) = value { address } else { "" }
    }
}

extension String {
    /// Without control characters, as a terminal needs it.
    fileprivate var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    scalar.properties.generalCategory == .control && scalar != "\n"
                        ? "\u{FFFD}" : scalar
                }))
    }
}
