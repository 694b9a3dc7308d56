/// What the agent says about itself.
package struct AgentReport: WireRecord, Equatable {
    /// A vault that it serves.
    package struct Vault: WireRecord, Equatable {
        /// The path of the file.
        package let path: String
        /// Whether it is unlocked.
        package let isUnlocked: Bool
        /// The seconds until it locks without use; `nil` when it is locked, or never locks.
        package let remaining: Int?

        /// How it goes over the wire.
        package static var layout: WireLayout<Self> {
            WireLayout(\.path, \.isUnlocked, \.remaining) {
                Self(path: $0, isUnlocked: $1, remaining: $2)
            }
        }

        /// Makes a value.
        package init(path: String, isUnlocked: Bool, remaining: Int?) {
            self.path = path
            self.isUnlocked = isUnlocked
            self.remaining = remaining
        }
    }

    /// The version of the product.
    package let version: String
    /// The process.
    package let process: Int
    /// How many clients are connected, this one included.
    package let clients: Int
    /// The vaults that it serves, by path.
    package let vaults: [Vault]

    /// How it goes over the wire.
    package static var layout: WireLayout<Self> {
        WireLayout(\.version, \.process, \.clients, \.vaults) {
            Self(version: $0, process: $1, clients: $2, vaults: $3)
        }
    }

    /// Makes a report.
    package init(version: String, process: Int, clients: Int, vaults: [Vault]) {
        self.version = version
        self.process = process
        self.clients = clients
        self.vaults = vaults
    }
}
