import TenonCore

/// Adds up numbers; the logic, which knows no front end.
struct Tally: Interactor {
    struct State: Sendable, Equatable {
        var sum = 0
        var count = 0
    }

    enum Action: Sendable {
        case add(Int)
        case reset
    }

    var initialState: State { State() }

    func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .add(let number):
            state.sum &+= number
            state.count += 1
        case .reset:
            state = State()
        }
    }
}
