import TenonCore
import TenonNetworking

/// Loads a text; what goes wrong is told by the network controller.
struct PageInteractor: Interactor {
    enum State: Sendable, Equatable {
        case empty
        case loading
        case loaded(String)
        case givenUp
    }

    enum Action: Sendable {
        case load
    }

    enum Mutation: Sendable {
        case begin
        case finish(String)
        case giveUp
    }

    let network: NetworkController
    let address: String

    var initialState: State { .empty }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        .merge(
            .just(.begin),
            .run("load", policy: .first) { emit in
                do {
                    let request = NetworkRequest.text(try WebAddress(address))
                    emit(
                        .finish(
                            try await network.send(
                                request, onError: .tell(title: "The page was not loaded"))))
                } catch let error as NetworkError where error.isTold {
                    emit(.giveUp)
                }
            })
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .begin: state = .loading
        case .finish(let text): state = .loaded(text)
        case .giveUp: state = .givenUp
        }
    }
}
