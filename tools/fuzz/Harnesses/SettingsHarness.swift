import TenonCore

@testable import TenonConfiguration

/// A file is refused with a line that it has, or read; then each entry is on such a line.
func checkSettings(_ bytes: UnsafeRawBufferPointer) {
    let lines = bytes.filter { $0 == 0x0A || $0 == 0x0D }.count + 1
    do {
        for entry in try SettingsText.entries(of: Array(bytes)) {
            precondition((1...lines).contains(entry.line))
        }
    } catch let failure as SettingsText.Failure {
        precondition((1...lines).contains(failure.line))
    } catch {
        preconditionFailure("\(error)")
    }
}
