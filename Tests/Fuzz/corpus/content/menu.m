#import <Foundation/Foundation.h>
#import "Soup.h"
@interface Menu : NSObject
@property NSString *name;
- (void)eat;
@end
@implementation Menu
@end
@@