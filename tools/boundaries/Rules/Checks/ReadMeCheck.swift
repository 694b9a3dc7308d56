/// Every module's folder has a short `README.md` about its purpose.
struct ReadMeCheck: Check {
    private static let limit = 40

    func findings(in project: Project) throws -> [Finding] {
        try project.swiftTargets.filter { $0.layer?.isModules == true }.compactMap { target, _ in
            let path = "\(target.path)/README.md"
            guard project.tree.files.contains(path) else {
                return Finding(
                    path, .readMe,
                    "\(target.name) has no README.md. Say what the module is for, what it may "
                        + "and must never depend on, and where to start reading.")
            }
            let lines = try project.tree.text(of: path).split(
                separator: "\n", omittingEmptySubsequences: false)
            if lines.allSatisfy(\.isEmpty) {
                return Finding(path, .readMe, "The file is empty. Say what \(target.name) is for.")
            }
            let count = lines.last == "" ? lines.count - 1 : lines.count
            guard count > Self.limit else { return nil }
            return Finding(
                path, line: Self.limit + 1, .readMe,
                "\(count) lines are more than \(Self.limit). Move detail to doc comments.")
        }
    }
}
