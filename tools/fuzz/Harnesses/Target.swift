/// The targets of malformed input; each promises something in its own file.
///
/// A broken promise stops the process, which the fuzzer reports.
enum Target: String, CaseIterable {
    case headless
    case secretJSON = "secret-json"
    case json
    case text
    case bitwarden
    case onePassword = "1pux"
    case keePassFile = "keepass-file"
    case keePassBlocks = "keepass-blocks"
    case keePassDocument = "keepass-document"
    case pass
    case otp
    case base
    case dates
    case frames
    case wire
    case git
    case docker
    case browser
    case records
    case terminal
    case settings
    case sites
    case commits
    case templates

    /// The one that this process is about; it is set before anything runs.
    nonisolated(unsafe) static var chosen = Target.headless

    /// Checks what is promised of an input.
    func check(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .headless: checkHeadless(bytes)
        case .secretJSON: checkSecretJSON(bytes)
        case .json: checkJSON(bytes)
        case .text: checkText(bytes)
        case .bitwarden: checkBitwarden(bytes)
        case .onePassword: checkOnePassword(bytes)
        case .keePassFile: checkKeePassFile(bytes)
        case .keePassBlocks: checkKeePassBlocks(bytes)
        case .keePassDocument: checkKeePassDocument(bytes)
        case .pass: checkPass(bytes)
        case .otp: checkOneTimePassword(bytes)
        case .base: checkBase(bytes)
        case .dates: checkDates(bytes)
        case .frames: checkFrames(bytes)
        case .wire: checkWire(bytes)
        case .git: checkGit(bytes)
        case .docker: checkDocker(bytes)
        case .browser: checkBrowser(bytes)
        case .records: checkRecords(bytes)
        case .terminal: checkTerminal(bytes)
        case .settings: checkSettings(bytes)
        case .sites: checkSites(bytes)
        case .commits: checkCommits(bytes)
        case .templates: checkTemplates(bytes)
        }
    }
}
