import TenonCore
import TenonTesting
import Testing

@Suite("The article Follow what changes", AtFailingStep())
struct ChangesArticleTests {
    @Test("The count follows whoever takes a seat, and the last one is told")
    func seats() async throws {
        let house = House(seats: 1)
        try await TestStore.run(SeatInteractor(seats: house)) { store in
            try await store.receive(action: .change(1)) { $0.free = 1 }
            try store.send(.take, starts: ["take"])
            try await store.receive(action: .change(0)) { $0.free = 0 }
            try store.send(.take, starts: ["take"])
            let problem = Explanation(SeatError.allTaken(of: 1))
            try await store.receive(.fail(problem)) { $0.problem = problem }
        }
    }

    @Test("Each house of a town follows its own seats, until it closes")
    func town() async throws {
        let north = SeatInteractor(seats: House(seats: 1))
        try await TestStore.run(TownInteractor(houses: ["North": north])) { store in
            try await store.receive(action: .house("North", .change(1))) {
                $0.houses["North"]?.free = 1
            }
            try store.send(.house("North", .take), starts: ["North/take"])
            try await store.receive(action: .house("North", .change(0))) {
                $0.houses["North"]?.free = 0
            }
            try store.send(.close("North"), cancels: ["North/"]) { $0.houses = [:] }
        }
    }

    @Test("A number out of range keeps the application from starting, and says what is possible")
    func setting() async throws {
        let error = await #expect(throws: BootFailure.self) {
            try await SessionPilot.run(
                plugins: [SeatsPlugin.self], settings: ["seats": "0"]
            ) { _ in }
        }
        #expect(error?.code.status == .usage)
        #expect(error.map { "\($0)".contains("from 1 to 500") } == true)
    }
}
