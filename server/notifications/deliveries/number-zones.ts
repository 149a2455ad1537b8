/** Where the person of a phone number may be, by the plan of North American numbers: for the hours in which the law allows texts. */

const ZONES = {
  atlantic: 'America/Puerto_Rico',
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  arizona: 'America/Phoenix',
  pacific: 'America/Los_Angeles',
  alaska: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
} as const

/** By area code. One that spans two zones is in both lists. */
const AREAS: Readonly<Record<keyof typeof ZONES, string>> = {
  atlantic: '787 939',
  eastern: `201 202 203 207 212 215 216 219 220 223 227 229 231 234 239 240 248 252 260 267 269 270 272 276 283 301 302 304 305 313
    315 317 321 324 326 329 330 332 336 339 347 351 352 363 364 380 386 401 404 407 410 412 413 419 423 434 436 440 443 445 448 463
    470 472 475 478 484 502 508 513 516 517 518 540 551 561 567 570 571 574 582 585 586 603 606 607 609 610 614 616 617 624 631 640
    645 646 656 667 678 679 680 681 686 689 703 704 706 716 717 718 724 727 728 732 734 740 743 754 757 762 765 770 771 772 774 781
    786 802 803 804 810 812 813 814 821 826 828 835 838 839 843 845 848 850 854 856 857 859 860 862 863 864 865 878 904 906 908 910 912
    914 917 919 929 930 934 937 941 943 947 948 954 959 973 978 980 984 989`,
  central: `205 210 214 217 218 219 224 225 228 235 251 254 256 262 270 274 281 308 309 312 314 316 318 319 320 325 327 331 334 337 346
    353 361 364 402 405 409 414 417 423 430 432 447 448 457 464 469 471 479 501 504 507 512 515 531 534 539 557 563 572 573 574 580
    601 605 606 608 612 615 618 620 629 630 636 641 651 659 660 662 682 701 708 712 713 715 726 730 731 737 763 765 769 773 779 785
    806 812 815 816 817 830 832 847 850 861 870 872 901 903 906 913 915 918 920 924 930 931 936 938 940 945 952 956 972 975 979 985`,
  mountain:
    '208 303 307 308 385 406 432 435 458 505 541 575 605 620 701 719 720 748 775 785 801 915 928 970 983 986',
  arizona: '480 520 602 623 928',
  pacific: `206 208 209 213 253 279 310 323 341 350 360 369 408 415 424 425 442 458 503 509 510 530 541 559 562 564 619 626 628 650 657
    661 669 702 707 714 725 738 747 760 775 805 818 820 831 837 840 858 909 916 925 949 951 971 986`,
  alaska: '907',
  hawaii: '808',
}

const ALL: readonly string[] = Object.values(ZONES)

/** IANA. `number`: E.164. All zones of the plan for a number that says nothing about a place. */
export function zonesOfNumber(number: string): readonly string[] {
  const area = /^\+1(\d{3})\d{7}$/.exec(number)?.[1]
  const found = area === undefined ? undefined : zonesOf.get(area)
  return found ?? ALL
}

const zonesOf: ReadonlyMap<string, readonly string[]> = listed()

function listed(): Map<string, string[]> {
  const map = new Map<string, string[]>()
  for (const [name, areas] of Object.entries(AREAS))
    for (const area of areas.split(/\s+/))
      map.set(area, [...(map.get(area) ?? []), ZONES[name as keyof typeof ZONES]])
  return map
}
