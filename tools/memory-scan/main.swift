import Foundation

exit(MemoryScanCommand(CommandLine.arguments.dropFirst()).run())
