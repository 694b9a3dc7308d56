import TenonCore
import Testing

@Suite struct RoutePolicyTests {
    private struct Fixed: RoutePolicy {
        let verdict: RouteVerdict

        func verdict(on request: RouteRequest) -> RouteVerdict { verdict }
    }

    private struct Premium: RoutePolicy {
        func verdict(on request: RouteRequest) -> RouteVerdict {
            request.needs.contains(RouteNeed("premium")) ? .refused(reason: "No.") : .allowed
        }
    }

    private func request(_ needs: Set<RouteNeed> = []) throws -> RouteRequest {
        RouteRequest(Location(["a"]), pattern: try RoutePattern("a"), needs: needs)
    }

    @Test("without policies everything is allowed")
    func none() throws {
        #expect(try [any RoutePolicy]().verdict(on: request()) == .allowed)
    }

    @Test("the first policy that does not allow it decides")
    func order() throws {
        let gate = Fixed(verdict: .gated(by: Location(["unlock"])))
        let other = Fixed(verdict: .redirected(to: Location(["b"])))
        let policies: [any RoutePolicy] = [Fixed(verdict: .allowed), Premium(), gate, other]
        #expect(try policies.verdict(on: request()) == .gated(by: Location(["unlock"])))
        #expect(
            try policies.verdict(on: request([RouteNeed("premium")])) == .refused(reason: "No."))
    }

    @Test("a refusal is an error of its own, with the reason for people")
    func refusal() {
        let error = RoutingError.refused(reason: "Only for members.")
        #expect(error.code == .locationRefused)
        #expect(error.code != .locationUnknown && error.code != .locationBadArgument)
        #expect(error.description == "Only for members.")
        #expect(error.code.status == .noPermission)
    }
}
