private import CTenonMemory

/// How much longer than usual programs wait for each other and for people.
///
/// Some limits are short, since a person waits while they last. On a machine that is busy with tests
/// they would end what goes well, and so a debug build takes a factor for them from its environment. A
/// release build has no such variable, and its factor is 1.
package enum Patience {
    #if DEBUG
        /// The variables that tell the factor, for programs whose environment is chosen one by one.
        package static let variables = ["TENON_PATIENCE"]

        /// What each short limit is multiplied by: a whole number up to 100, and 1 for anything else.
        package static let factor: Int = {
            guard let text = tenon_variable(Patience.variables[0]),
                let value = Int(String(cString: text)), (1...100).contains(value)
            else { return 1 }
            return value
        }()
    #else
        /// The variables that tell the factor, for programs whose environment is chosen one by one.
        package static let variables: [String] = []

        /// What each short limit is multiplied by.
        package static let factor = 1
    #endif
}
