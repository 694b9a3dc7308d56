import TenonCore
import TenonNetworking
import TenonSecurity
import WalletAgentLink
import WalletAgentMessages
import WalletCredentials
import WalletSync
import WalletVault

/// Serves clients in place of a person, until it is stopped or no longer needed.
struct AgentFrontEnd: FrontEnd {
    /// How often to check whether another agent has ended, and the time between checks.
    private static let attempts = 100
    private static let pause: Duration = .milliseconds(50)

    /// Runs the agent.
    ///
    /// - Returns: Success also when another agent runs already.
    /// - Throws: `AgentError` when the place of the socket is not safe.
    func run(in container: Container) async throws -> ExitStatus {
        let place: AgentPlace
        do throws(LinkError) { place = try AgentPlace() } catch { throw AgentError(error) }
        guard let listener = try await listen(at: place) else {
            AgentLog.note("another agent serves \(place.socket)")
            return .success
        }
        if place.isFallback {
            AgentLog.note("XDG_RUNTIME_DIR is not set; the socket is \(place.socket)")
        }
        let deadline = LockDeadline()
        let service = try makeService(in: container, deadline)
        var limits = AgentLimits()
        limits.connections = min(limits.connections, AgentProcess.connectionLimit)
        let server = AgentServer(listener, limits: limits, maker: service)
        service.countClients { [weak server] in server?.count ?? 0 }
        let end = { @Sendable [weak server] in
            // Until all is locked, the kernel ends the process in time even if its threads hang.
            let token = deadline.lockBegins()
            Task {
                await service.lockAll()
                deadline.lockEnds(token)
            }
            server?.stop()
        }
        service.whenToldToStop(end)
        await serve(server, service, container[.machineEvents], whenCancelled: end)
        return .success
    }

    /// Listens as soon as an ending agent has ended; `nil` when another one keeps running.
    private func listen(at place: AgentPlace) async throws -> AgentListener? {
        let handedOver = AgentListener.handedOver(variable: AgentPlace.environmentVariable)
        for _ in 0..<Self.attempts {
            do throws(LinkError) {
                let listener = try AgentListener(at: place, adopting: handedOver)
                if let listener { return listener }
            } catch {
                throw AgentError(error)
            }
            if handedOver == nil, (try? place.connect()) != nil { return nil }
            try await Task.sleep(for: Self.pause)
        }
        return nil
    }

    private func serve(
        _ server: AgentServer, _ service: AgentService, _ machine: (any MachineWatching)?,
        whenCancelled end: @escaping @Sendable () -> Void
    ) async {
        AgentLog.note("serving")
        let overseer = Task {
            await service.watchOver()
            server.stop()
        }
        let watch = Task {
            await machine?.watch { event in
                AgentLog.note(
                    event == .willSleep ? "locking before sleep" : "locking with the session")
                await service.lockAll()
            }
        }
        // A separate task, so that clean-up is complete even when this one was cancelled.
        let serving = Task { await server.run() }
        await withTaskCancellationHandler {
            await serving.value
        } onCancel: {
            end()
        }
        overseer.cancel()
        watch.cancel()
        await service.lockAll()
        AgentLog.note("ended")
    }

    private func makeService(
        in container: Container, _ deadline: LockDeadline
    ) throws -> AgentService {
        let (databases, domains) = (container[.databases], container[.domains])
        let clock = container[.clock]
        let state = try places(in: container).state
        let networker = container[.networker]
        let (programs, say) = (container[.programs], { @Sendable in container.text(of: $0) })
        return AgentService(
            try options(in: container), clock: clock, say: say,
            makePerson: { PinentryPerson(programs: programs, surroundings: $0, say: say) },
            isReplaced: { AgentProcess.isReplaced },
            makeSync: { vault in
                (vault as? VaultManager).map {
                    VaultSync(
                        $0, stateFolder: state, databases: databases, networker: networker,
                        now: { clock.now() })
                }
            },
            makeVault: { path in
                VaultManager(
                    path: path, stateDirectory: state, databases: databases, domains: domains,
                    now: { clock.now() }, timing: deadline, verifiesAhead: true)
            })
    }

    private func places(in container: Container) throws -> VaultPlaces {
        try VaultPlaces(of: container[.application], in: container[.configuration])
    }

    private func options(in container: Container) throws -> AgentService.Options {
        let configuration = container[.configuration]
        return AgentService.Options(
            defaultVault: try places(in: container).vault,
            autoLock: try configuration.minutes(Configuration.autoLockSetting),
            idle: try configuration.minutes(AgentSettings.idle),
            version: container[.application].version)
    }
}
