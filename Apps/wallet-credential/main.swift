import Glibc

exit(CredentialProvider(arguments: CommandLine.arguments).run())
