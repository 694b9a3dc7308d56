import Foundation
import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct DestinationTests {
    private enum Text: String, LocalizedKey {
        case own

        static let catalogue = Catalogue(json: Array(#"{ "own": { "en": "Own" } }"#.utf8))
    }

    private static func place(
        _ location: String, in group: DestinationGroup = .main
    ) -> ApplicationDestination {
        ApplicationDestination(in: group) { _ in Destination(.at(location), title: location) }
    }

    private static let places = [
        place("z", in: .application), place("t", in: .tools), place("a"),
        place("o", in: DestinationGroup(Text.own)), place("b"),
        place("p", in: DestinationGroup(Text.own)),
    ]

    @Test("they stand in the order of their groups, those of one heading together")
    func order() async throws {
        let world = try await World([Stub("a")], destinations: Self.places)
        let groups = try world.pilot.screen().destinationGroups
        #expect(groups.map(\.title) == ["", "Own", "Tools", ""])
        #expect(
            groups.map { $0.destinations.map(\.title) } == [["a", "b"], ["o", "p"], ["t"], ["z"]])
    }

    @Test("the one where the person is or came from is the current one")
    func current() async throws {
        let world = try await World(
            [Stub("a"), Stub("b"), Stub("c"), Stub("d") { $0.parent = .at("t") }],
            destinations: Self.places)
        func current() throws -> [String] {
            try world.pilot.screen().destinations.filter(\.isCurrent).map(\.title)
        }
        #expect(try current() == ["a"])
        try await world.pilot.open("c")
        #expect(try current() == ["a"])
        try await world.pilot.open("b")
        #expect(try current() == ["b"])
        try await world.pilot.open("c?x=1")
        #expect(try current() == ["b"])
        await world.pilot.stop()
        let other = try await World(
            [Stub("d") { $0.parent = .at("t") }], destinations: Self.places, at: "d")
        #expect(try other.pilot.screen().destinations.filter(\.isCurrent).map(\.title) == ["t"])
        await other.pilot.stop()
    }

    @Test("a screen that offers no actions of the application has no destinations either")
    func none() async throws {
        var plain = Stub("a")
        plain.offersApplicationActions = false
        let world = try await World([plain], destinations: Self.places)
        #expect(try world.pilot.screen().destinations.isEmpty)
    }

    @Test("a count that changes is shown at once")
    func changes() async throws {
        let count = Mutex(0)
        let (changes, change) = AsyncStream<Void>.makeStream()
        let world = try await World(
            [Stub("a")],
            destinations: [
                ApplicationDestination(changes: { changes }) { _ in
                    Destination(.at("a"), title: "a", count: count.withLock(\.self))
                }
            ])
        #expect(try world.pilot.screen().destinations.map(\.count) == [0])
        count.withLock { $0 = 41 }
        change.yield()
        try await world.pilot.wait(for: "41")
        await world.pilot.stop()
    }

    @Test("a screen of an earlier version, which has none, is read")
    func earlier() throws {
        var screen = Screen(location: .at("a"), title: "A")
        let json = try JSONEncoder().encode(screen)
        var object = try #require(
            try JSONSerialization.jsonObject(with: json) as? [String: Any])
        object["destinations"] = nil
        let old = try JSONSerialization.data(withJSONObject: object)
        #expect(try JSONDecoder().decode(Screen.self, from: old) == screen)
        screen.destinations = [
            Destination(.at("a"), title: "A", icon: .list, count: 3, badge: Badge("new"))
        ]
        let again = try JSONDecoder().decode(Screen.self, from: JSONEncoder().encode(screen))
        #expect(again == screen)
    }
}
