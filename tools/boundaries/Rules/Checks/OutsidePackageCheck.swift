/// Every outside package is used by one module only: the one that wraps it.
///
/// The exceptions are named here, each with its reason.
struct OutsidePackageCheck: Check {
    /// Packages that a whole layer shares, because what they offer is the layer's subject.
    private static let shared: [String: Set<Layer>] = [
        "swift-argument-parser": [.commandLine, .walletCommandLine]
    ]

    /// Packages of which a few modules share the words, each with the modules that may.
    ///
    /// None of them reaches outside the process in a way that one of the modules hides from the
    /// others; those that do (AsyncHTTPClient) are still wrapped once. Hummingbird is at once what
    /// listens and the words of requests, for the two front ends that are asked over HTTP.
    private static let spoken: [String: Set<String>] = [
        // The values of the networker port: the module that names it, the one that provides it, and the server,
        // whose tests make replies.
        "swift-http-types": ["TenonNetworking", "TenonHTTP", "TenonServer"],
        // The bytes, times and channels that the web server and the HTTP client take and give.
        "swift-nio": ["TenonWeb", "TenonServer", "TenonHTTP"],
        // A server for one browser on this machine, and one for many machines: neither may know the
        // other, and they share no request.
        "hummingbird": ["TenonWeb", "TenonServer"],
        "swift-log": ["TenonWeb", "TenonServer"],
        // The fields of requests, and how replies are expanded.
        "swift-nio-extras": ["TenonWeb", "TenonServer", "TenonHTTP"],
        "swift-service-lifecycle": ["TenonWeb", "TenonServer"],
        // Certificates, for the client and the server.
        "swift-nio-ssl": ["TenonHTTP", "TenonServer"],
        // The fingerprint of a key, and the challenge of a sign-in: neither module depends on
        // Security, and hashes are never written by hand.
        "swift-crypto": ["TenonSecurity", "TenonHTTP", "TenonOAuth"],
    ]

    /// A target that declares products of a package.
    private typealias User = (target: Target, layer: Layer)

    func findings(in project: Project) -> [Finding] {
        var users: [String: [User]] = [:]
        for case (let target, let layer?) in project.swiftTargets {
            for package in Set(target.dependencies.compactMap(\.package)) {
                users[package, default: []].append((target, layer))
            }
        }
        return users.flatMap { package, users in
            let wrapping = users.filter { ![.test, .tool].contains($0.layer) }
            return strangers(wrapping, of: package, in: project)
                + testers(users, of: package, in: project)
        }
    }

    private func strangers(
        _ users: [User], of package: String, in project: Project
    ) -> [Finding] {
        if let layers = Self.shared[package] {
            return users.filter { !layers.contains($0.layer) }.map { user in
                let names = layers.map(\.rawValue).sorted().joined(separator: ", ")
                return finding(user, package, "is for \(names) and tools", in: project)
            }
        }
        if let modules = Self.spoken[package] {
            let names = modules.sorted().joined(separator: ", ")
            return users.filter { !modules.contains($0.target.name) }.map { user in
                finding(user, package, "is for \(names)", in: project)
            }
        }
        let (wrapping, others) = (
            users.filter(\.layer.mayWrapPackage), users.filter { !$0.layer.mayWrapPackage }
        )
        return others.map { user in
            finding(user, package, "is not for \(user.layer.rawValue)", in: project)
        }
            + wrapping.dropFirst().map { user in
                finding(user, package, "is wrapped by \(wrapping[0].target.name)", in: project)
            }
    }

    /// Tests look at an outside package only beside the module that wraps it.
    private func testers(_ users: [User], of package: String, in project: Project) -> [Finding] {
        let using = users.filter { $0.layer != .test }.map(\.target.name)
        // Of words that are shared, the tests of all modules that may use them.
        let owners = using + (Self.spoken[package] ?? []).subtracting(using).sorted()
        return users.filter { user in
            user.layer == .test && !owners.contains { user.target.declares(target: $0) }
        }
        .map { user in
            let reason = "may be used in the tests of \(owners.joined(separator: ", ")) only"
            return finding(user, package, reason, in: project)
        }
    }

    private func finding(
        _ user: User, _ package: String, _ reason: String, in project: Project
    ) -> Finding {
        let message =
            "\(user.target.name) uses the package \(package), which \(reason). "
            + "Use the port or the values of the module that wraps it."
        let products = user.target.dependencies.filter { $0.package == package }
            .compactMap(\.product)
        for file in project.swiftFiles(of: user.target) {
            for declaration in file.imports where products.contains(declaration.module) {
                return Finding(file.path, line: declaration.line, .outsidePackage, message)
            }
        }
        return project.finding(user.target, .outsidePackage, message)
    }
}
