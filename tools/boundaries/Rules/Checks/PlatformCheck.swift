/// The modules that are to run on macOS as well name a platform in one file each, and name both there.
///
/// Core names none at all, as ``ImportCheck`` says.
struct PlatformCheck: Check {
    private static let portable: Set<String> = [
        "TenonUI", "TenonNetworking", "TenonTesting", "TenonHeadless", "TenonLine",
    ]
    private static let linux: Set<String> = ["Glibc", "Musl"]

    func findings(in project: Project) -> [Finding] {
        project.swiftTargets.map(\.target).filter { Self.portable.contains($0.name) }
            .flatMap { findings(in: project.swiftFiles(of: $0), of: $0) }
    }

    private func findings(in files: [SwiftFile], of target: Target) -> [Finding] {
        var findings: [Finding] = []
        var hasPlatform = false
        for file in files.sorted(by: { $0.path < $1.path }) {
            let modules = file.imports.map(\.module)
            for place in file.imports where Self.linux.contains(place.module) {
                if hasPlatform || !modules.contains("Darwin") {
                    findings.append(
                        Finding(
                            file.path, line: place.line, .platform,
                            "\(target.name) is to run on macOS as well. Import \(place.module) in "
                                + "one file, beside Darwin, chosen by '#if canImport(Darwin)'."))
                }
                hasPlatform = true
            }
        }
        return findings
    }
}
