import Foundation

/// The run that the tests are part of.
package enum TestRun {
    /// Whether everything is tested, as `tools/test --all` does.
    ///
    /// What builds the package again, or repeats the same with other numbers, is left out of other runs;
    /// these have a short case of each.
    package static let isWhole = ProcessInfo.processInfo.environment["TENON_TEST_ALL"] == "true"
}
