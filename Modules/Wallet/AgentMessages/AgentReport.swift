package import WalletAgentLink

/// What the agent says about itself.
package struct AgentReport: WireValue, Equatable {
    /// A vault that it serves.
    package struct Vault: WireValue, Equatable {
        /// The path of the file.
        package let path: String
        /// Whether it is unlocked.
        package let isUnlocked: Bool
        /// The seconds until it locks without use; `nil` when it is locked, or never locks.
        package let remaining: Int?

        /// Makes a value.
        package init(path: String, isUnlocked: Bool, remaining: Int?) {
            self.path = path
            self.isUnlocked = isUnlocked
            self.remaining = remaining
        }

        /// Adds all of its parts.
        package func write(to frame: Frame) throws {
            path.write(to: frame)
            isUnlocked.write(to: frame)
            try remaining.write(to: frame)
        }

        /// Reads all of its parts.
        package init(reading reader: inout FrameReader) throws {
            path = try String(reading: &reader)
            isUnlocked = try Bool(reading: &reader)
            remaining = try Int?(reading: &reader)
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

    /// Makes a report.
    package init(version: String, process: Int, clients: Int, vaults: [Vault]) {
        self.version = version
        self.process = process
        self.clients = clients
        self.vaults = vaults
    }

    /// Adds all of its parts.
    package func write(to frame: Frame) throws {
        version.write(to: frame)
        process.write(to: frame)
        clients.write(to: frame)
        try vaults.write(to: frame)
    }

    /// Reads all of its parts.
    package init(reading reader: inout FrameReader) throws {
        version = try String(reading: &reader)
        process = try Int(reading: &reader)
        clients = try Int(reading: &reader)
        vaults = try [Vault](reading: &reader)
    }
}
