/// A file that opens what is internal to a module says why, beside the import.
///
/// Behaviour is tested through what other modules see; everything else is an exception.
struct TestableCheck: Check {
    func findings(in project: Project) -> [Finding] {
        project.swiftFiles.flatMap { file in
            let explained = Set(file.comments.map(\.line))
            return file.imports.filter { $0.isTestable && !explained.contains($0.line) }.map {
                Finding(
                    file.path, line: $0.line, .testable,
                    "This opens what is internal to \($0.module). Test what other modules see, or "
                        + "say in a comment on this line why that is not enough.")
            }
        }
    }
}
