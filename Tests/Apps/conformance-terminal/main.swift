import Foundation
import TenonTesting

// What is linked besides decides which front end it is.
exit(await ConformanceApplication.run())
