/// What the browser's extension is told when something cannot be done.
///
/// The numbers are those of the KeePassXC-Browser protocol; the extension shows the text.
enum BrowserProblem: Int, Error {
    case unknown = 0
    case databaseNotOpened = 1
    case clientKeyNotReceived = 3
    case cannotDecrypt = 4
    case denied = 6
    case associationFailed = 8
    case keyChangeFailed = 9
    case incorrectAction = 12
    case emptyMessage = 13
    case noAddress = 14
    case noLogins = 15

    var text: String {
        switch self {
        case .unknown: "Something went wrong in the wallet"
        case .databaseNotOpened: "Database not opened"
        case .clientKeyNotReceived: "Client public key not received"
        case .cannotDecrypt: "Cannot decrypt message"
        case .denied: "Action cancelled or denied"
        case .associationFailed: "The browser is not connected to this wallet"
        case .keyChangeFailed: "Key change was not successful"
        case .incorrectAction: "Incorrect action"
        case .emptyMessage: "Empty message received"
        case .noAddress: "No URL provided"
        case .noLogins: "No logins found"
        }
    }
}
