import TenonCore
import TenonUI

/// Coffee that is roasted: about its sort, with the grams that come out.
typealias RoastTask = SessionTask<String, Int>

extension AnyPort {
    /// The roast of this session.
    static let roast = Port<RoastTask>("roast", providers: ["AcmeRoast"])
}

/// Roasts one sort at a time, with or without somebody who looks at it.
struct RoastInteractor: Interactor {
    enum Action: Sendable, Equatable {
        case appear
        case disappear
        case roast(String)
        case stop
        case takeOut
    }

    let roast: RoastTask
    let clock: any TimeTelling

    var initialState: RoastTask.Phase { .idle }

    func mutate(_ action: Action, _ state: RoastTask.Phase) -> Effect<RoastTask.Phase> {
        switch action {
        case .appear: return follow(roast.follow())
        case .disappear: return .cancel("follow")
        case .roast(let sort): return follow(begin(sort))
        case .stop: roast.cancel()
        case .takeOut:
            roast.forget()
            return .just(.idle)
        }
        return .none
    }

    func reduce(_ state: inout RoastTask.Phase, _ phase: RoastTask.Phase) { state = phase }

    private func begin(_ sort: String) -> AsyncStream<RoastTask.Phase> {
        roast.start(sort, title: "Roasting \(sort)") { grams in
            Notice(grams.map { "\($0) grams of coffee are ready." } ?? "The oven is cold again.")
        } operation: { report in
            for minute in 1...3 {
                try await clock.sleep(for: .seconds(60))
                report(minute, 3)
            }
            return 850
        }
    }

    private func follow(_ phases: AsyncStream<RoastTask.Phase>) -> Effect<RoastTask.Phase> {
        .run("follow", policy: .latest) { emit in
            for await phase in phases { emit(phase) }
        }
    }
}

/// The oven, whatever goes on in it.
struct RoastPresenter: Presenter {
    enum Command: String { case roast, stop, takeOut }

    func screen(for phase: RoastTask.Phase) -> Screen {
        let roast = Action(Command.roast, title: "Roast Sidamo")
        let (summary, blocks, action): (String, [Block], Action) =
            switch phase {
            case .idle, .cancelled: ("The oven is empty.", [], roast)
            case .running(let sort, let progress, _):
                (
                    sort,
                    [
                        .progress(
                            ProgressBlock(
                                id: "roast", label: progress.title, fraction: progress.fraction))
                    ], Action(Command.stop, title: "Stop")
                )
            case .finished(let grams):
                ("\(grams) grams are in the oven.", [], Action(Command.takeOut, title: "Take out"))
            case .failed(_, let problem): ("\(problem.message)", [], roast)
            }
        return Screen(
            location: Location(["oven"]), title: "Oven", summary: summary, blocks: blocks,
            actions: [action])
    }
}

/// Roasts coffee.
enum RoastFeature: Plugin {
    static let manifest = PluginManifest(
        name: "acme.roast", version: "1.0.0", summary: "Roasts coffee")

    static func register(in registrar: inout Registrar) {
        registrar.provideTask(.roast)
        registrar.contribute(.scenes, using: .clock) { clock in
            let oven = try SceneDefinition(Route("oven")) { _ in
                RoastPresenter()
            } interactor: { context in
                RoastInteractor(roast: try context.ports[.roast], clock: clock)
            } action: { event, _ in
                switch event {
                case .appear: .appear
                case .disappear: .disappear
                case .act(.roast, _): .roast("Sidamo")
                case .act(.stop, _): .stop
                case .act(.takeOut, _): .takeOut
                case .other, .edit, .search, .filter, .window, .reading, .back: nil
                }
            }
            return [oven]
        }
    }
}
