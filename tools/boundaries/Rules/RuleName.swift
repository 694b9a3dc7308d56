/// The names of all rules, as they are printed.
package enum RuleName: String, CaseIterable, Sendable {
    /// There was nothing to check, which is never right.
    case nothingChecked = "nothing-checked"
    /// A target's folder belongs to no layer, or its name does not fit its folder.
    case layout
    /// A Swift file that no target compiles.
    case orphan
    /// A module uses a layer that it must not know.
    case layer
    /// An import that the manifest does not declare for this target.
    case undeclaredImport = "undeclared-import"
    /// A declared dependency that no file imports.
    case unusedDependency = "unused-dependency"
    /// An import that re-exports its module, which hides dependencies.
    case reexport = "re-export"
    /// A test framework outside tests.
    case testFramework = "test-framework"
    /// An outside package that is used by more than the one module that wraps it.
    case outsidePackage = "outside-package"
    /// A module that is to run on macOS as well, and imports what only Linux has.
    case platform
    /// An import that opens what is internal to a module, without a reason.
    case testable
    /// A test that sleeps or looks at a clock, without a reason.
    case time
    /// A target without the strict compiler settings.
    case settings
    /// A plugin of a module without the record by which linking registers it.
    case pluginRecord = "plugin-record"
    /// A module folder without a short `README.md`.
    case readMe = "readme"
    /// A file that is too long.
    case length
    /// A note to do something later.
    case leftover
    /// Something at the top level that does not belong there, or is missing.
    case topLevel = "top-level"
}
