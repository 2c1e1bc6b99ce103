import type { CategorySource } from './category-source.ts';

/** What people buy for themselves, now and then. */
export const LIFESTYLE_CATEGORIES: readonly CategorySource[] = [
  {
    name: 'Home & Living',
    weight: 9,
    growth: 0.28,
    payment: 'family',
    basket: 'medium',
    lifts: { lunarNewYear: 0.5, mothersDay: 0.3 },
    related: ['Household Cleaning', 'Home Appliances', 'Pet Supplies'],
    brands: 'Nordhus/Hinoki House/Casa Verde/Mellow/Oakline/Formosa Living/Kurashi/Plain Day/Linden',
    variants: 'Grey/White/Natural/Set of 2/Set of 4/Large/Small',
    trait: 'style: Scandinavian/Japanese/Modern/Rustic',
    subs: `
      Bedding | 8 | 390-4990 | Duvet/Pillow/Bed Sheet Set/Mattress Topper/Blanket | Cooling/Warm/Anti-Mite/Quick-Dry | winter 0.7
      Storage | 9 | 99-2490 | Drawer Box/Laundry Basket/Shelf Rack/Vacuum Bag/Hanger | Foldable/Stackable/Dustproof/Heavy-Duty | lunarNewYear 1
      Lighting | 5 | 199-3990 | Desk Lamp/Ceiling Light/Night Light/LED Strip | Dimmable/Eye-Care/Motion Sensor/Rechargeable
      Kitchenware | 9 | 149-3490 | Frying Pan/Hot Pot/Knife Set/Coffee Dripper/Cutting Board | Non-Stick/Induction/Dishwasher-Safe/Lightweight | winter 0.4
      Tableware | 6 | 79-1490 | Plate/Mug/Bowl Set/Chopsticks/Lunch Box | Microwave-Safe/Leakproof/Handmade/Insulated
      Furniture | 3 | 990-18900 | Office Chair/Bookcase/Sofa/Side Table/Standing Desk | Adjustable/Foldable/Ergonomic/Assembled
      Home Decor | 5 | 99-2290 | Cushion/Wall Clock/Rug/Curtain/Vase | Blackout/Washable/Handmade/Minimalist | christmas 0.8
      Bath | 5 | 89-1290 | Towel/Shower Head/Bath Mat/Soap Dispenser | Quick-Dry/Anti-Slip/Water-Saving/Soft
    `,
  },
  {
    name: 'Consumer Electronics',
    weight: 5.5,
    growth: 0.3,
    payment: 'tech',
    basket: 'small',
    lifts: { doubleEleven: 2.6, fathersDay: 0.5, schoolStart: 0.5, christmas: 0.4 },
    related: ['Phone & PC Accessories', 'Camera & Photo', 'Toys & Games'],
    brands: 'Kepler/Onyxia/Formotek/Zenvolt/Aurora/Pixelon/Hanko/Tidal/Novex',
    variants: 'Pro/Lite/Plus/Max/2nd Gen/SE',
    trait: 'color: Black/Silver/Blue/White',
    subs: `
      Smartphones | 8 | 4990-42900 | Flagship Phone/Compact Phone/Foldable Phone/Budget Phone | 5G/Long Battery/Fast Charging/Night Camera
      Laptops | 5 | 15900-69900 | Ultrabook/Gaming Laptop/2-in-1 Laptop/Creator Laptop | Lightweight/Gaming/OLED/Business | schoolStart 1.2
      Tablets | 4 | 4990-29900 | Tablet/Drawing Tablet/E-Reader/Kids Tablet | Note-Taking/Reading/Drawing/Streaming | schoolStart 1
      Smart Watches | 6 | 1290-15900 | Smart Watch/Fitness Band/GPS Watch/Hybrid Watch | Sleep Tracking/ECG/Swimming/Running
      Headphones | 7 | 790-12900 | True Wireless Earbuds/Over-Ear Headphones/Neckband/Bluetooth Speaker | Noise Cancelling/Hi-Res/Sport/Low Latency
      Game Consoles | 4 | 590-17900 | Handheld Console/Home Console/Controller/Racing Wheel | 4K/Wireless/Co-op/Portable | christmas 1, lunarNewYear 1
      Monitors | 4 | 2990-24900 | Office Monitor/Gaming Monitor/Ultrawide Monitor/Portable Monitor | 4K/144Hz/Eye-Care/USB-C
      Smart Home | 5 | 290-5990 | Smart Plug/Door Lock/Security Camera/Smart Speaker | Voice Control/Remote/Night Vision/Energy Saving
    `,
  },
  {
    name: "Women's Fashion",
    weight: 10,
    growth: -0.12,
    payment: 'young',
    basket: 'medium',
    lifts: { doubleEleven: 2.1, lunarNewYear: 0.5, mothersDay: 0.4 },
    related: ['Beauty & Skincare', 'Sports & Outdoors', 'Home & Living'],
    brands: 'Rue Nine/Miyuki/Elsa & Co/Taipei Loom/Velvet Day/Anoko/Sora/Juniper',
    variants: 'Black/Beige/Navy/Pink/White/Sage',
    trait: 'style: Minimalist/Korean/Vintage/Street',
    subs: `
      Dresses | 9 | 390-2980 | Midi Dress/Shirt Dress/Knit Dress/Maxi Dress | Casual/Office/Party/Slimming | summer 0.5
      Tops | 10 | 190-1580 | Blouse/T-Shirt/Camisole/Knit Top | Office/Casual/Cooling/Layering
      Bottoms | 8 | 290-1980 | Wide-Leg Pants/Jeans/Skirt/Leggings | High-Waist/Stretch/Slimming/Casual
      Outerwear | 6 | 590-4580 | Trench Coat/Down Jacket/Cardigan/Blazer | Warm/Lightweight/Waterproof/Office | winter 1.9
      Shoes | 7 | 390-3280 | Sneakers/Flats/Ankle Boots/Sandals/Heels | Comfort/Walking/Party/Waterproof
      Bags | 6 | 290-4980 | Tote Bag/Crossbody Bag/Backpack/Wallet | Commute/Lightweight/Waterproof/Mini
      Underwear | 6 | 99-1280 | Bra/Briefs/Socks/Thermal Top | Seamless/Breathable/Warm/Wireless | winter 0.5
      Accessories | 6 | 99-1890 | Necklace/Earrings/Scarf/Hat/Hair Clip | Daily/Party/Hypoallergenic/UV Protection | christmas 0.6
    `,
  },
  {
    name: "Men's Fashion",
    weight: 5.5,
    growth: -0.27,
    payment: 'young',
    basket: 'medium',
    lifts: { fathersDay: 1.1, doubleEleven: 1.9, lunarNewYear: 0.5 },
    related: ['Sports & Outdoors', 'Phone & PC Accessories', 'Car & Motorcycle'],
    brands: 'Northpeak/Harbor/Kaito/Weft & Warp/Daily Issue/Ironwood/Taipei Loom',
    variants: 'Black/Grey/Navy/Olive/White/Brown',
    trait: 'style: Casual/Street/Business/Outdoor',
    subs: `
      Shirts | 7 | 390-1980 | Oxford Shirt/Linen Shirt/Polo Shirt/Flannel Shirt | Wrinkle-Free/Office/Casual/Breathable
      T-Shirts | 9 | 190-990 | Crew Neck Tee/Graphic Tee/Long Sleeve Tee/Heavyweight Tee | Cooling/Quick-Dry/Oversized/Basic | summer 0.8
      Trousers | 7 | 390-2280 | Chinos/Jeans/Joggers/Cargo Pants/Shorts | Stretch/Slim Fit/Water-Repellent/Office
      Jackets | 5 | 690-4980 | Windbreaker/Down Jacket/Bomber Jacket/Fleece | Warm/Windproof/Packable/Waterproof | winter 1.9
      Shoes | 6 | 490-3980 | Sneakers/Loafers/Boots/Sandals | Comfort/Office/Waterproof/Walking
      Underwear | 6 | 99-890 | Boxers/Briefs/Socks/Thermal Shirt | Breathable/Anti-Odor/Warm/Seamless
      Accessories | 4 | 150-2480 | Belt/Cap/Wallet/Watch/Tie | Leather/Office/Outdoor/RFID Blocking | fathersDay 2.2
    `,
  },
  {
    name: 'Sports & Outdoors',
    weight: 5.5,
    growth: 0.46,
    payment: 'family',
    basket: 'medium',
    lifts: { doubleEleven: 1.8, fathersDay: 0.3 },
    related: ['Health & Wellness', "Men's Fashion", 'Car & Motorcycle'],
    brands: 'Yushan/Trailfox/Kinetic/Bluewater/Peakline/Campo/Stride Lab/Taroko Gear',
    variants: 'Green/Black/Khaki/Blue/Set of 2/Pro',
    trait: 'level: Beginner/Intermediate/Professional',
    subs: `
      Camping | 7 | 290-12900 | Tent/Sleeping Bag/Folding Chair/Camp Lantern/Cooler Box | Lightweight/Waterproof/Foldable/4-Season
      BBQ & Grill | 1.5 | 199-5990 | Charcoal Grill/Gas Stove/Grill Pan/Charcoal/Tongs Set | Portable/Smokeless/Quick-Light/Foldable | midAutumn 12
      Running | 6 | 190-4590 | Running Shoes/Running Vest/Shorts/Armband | Cushioned/Reflective/Breathable/Marathon
      Yoga & Fitness | 7 | 149-6990 | Yoga Mat/Dumbbell/Resistance Band/Foam Roller/Exercise Bike | Anti-Slip/Home Gym/Recovery/Adjustable
      Cycling | 4 | 190-9990 | Bike Light/Cycling Jersey/Bike Lock/Bike Pump/Helmet | Rechargeable/Aero/Anti-Theft/Reflective
      Hiking | 5 | 290-6990 | Hiking Boots/Backpack/Trekking Pole/Rain Jacket | Waterproof/Lightweight/Grip/Breathable
      Swimming | 3 | 150-1990 | Swimsuit/Goggles/Swim Cap/Snorkel Set | Anti-Fog/UV Protection/Kids/Quick-Dry | summer 2.6
      Accessories | 5 | 79-1290 | Water Bottle/Sports Towel/Gym Bag/Cap | Insulated/Quick-Dry/Leakproof/UV Protection | summer 0.5
    `,
  },
  {
    name: 'Books & Stationery',
    weight: 5,
    growth: -0.45,
    payment: 'books',
    basket: 'medium',
    lifts: { schoolStart: 0.9, doubleEleven: 0.8 },
    related: ['Toys & Games', 'Mother & Baby', 'Home & Living'],
    brands: 'Moonlit/Paper Crane/Inkwell/Formosa House/Pinewood/Studio Dot/Kite',
    variants: 'Set of 3/Gift Box/New Edition/Limited Edition/Large',
    trait: 'audience: Adults/Students/Children/Teachers',
    subs: `
      Fiction | 8 | 220-680 | Mystery Novel/Fantasy Novel/Short Stories/Classic | Award-Winning/Translated/Bestseller/Local Author
      Comics | 6 | 90-1290 | Manga Volume/Graphic Novel/Art Book | Series/Limited/Colour/Translated
      Language Learning | 5 | 250-980 | TOEIC Guide/Japanese Grammar/Vocabulary Book/English Reader | Exam Prep/Audio/Beginner/Advanced
      Children's Books | 6 | 150-1680 | Picture Book/Pop-Up Book/Sticker Book/Encyclopedia | Bilingual/Bedtime/Educational/Audio
      Notebooks | 6 | 39-590 | Dotted Notebook/Sketchbook/Memo Pad/Binder | Recycled/Hardcover/Lay-Flat/Spiral | schoolStart 1.6
      Pens | 6 | 25-1490 | Gel Pen/Fountain Pen/Highlighter/Mechanical Pencil | Quick-Dry/Erasable/Fine Tip/Refillable | schoolStart 1.6
      Calendars & Planners | 2.5 | 149-890 | Weekly Planner/Desk Calendar/Wall Calendar | Lunar Dates/Undated/Goal Tracking | christmas 5, lunarNewYear 2
    `,
  },
  {
    name: 'Health & Wellness',
    weight: 5,
    growth: 0.46,
    payment: 'family',
    basket: 'medium',
    lifts: { mothersDay: 0.9, lunarNewYear: 0.5, doubleEleven: 1.9 },
    related: ['Beauty & Skincare', 'Sports & Outdoors', 'Snacks & Drinks'],
    brands: 'Vitalia/Greenleaf/Nutrivo/Sunrise Lab/Doctor Lin/Kampo/Everwell',
    variants: 'Twin Pack/Trial Size/Family Size/Plus/Original',
    trait: 'audience: Everyone/Women/Men/Seniors',
    subs: `
      Vitamins | 9 | 199-1680 | Vitamin C/Vitamin D3/B-Complex/Multivitamin/Iron | Immunity/Energy/Bone Health/Women
      Probiotics | 7 | 390-1980 | Daily Probiotic/Enzyme/Fibre Drink/Kids Probiotic | Digestion/Immunity/Sugar-Free/Kids
      Protein | 6 | 299-2680 | Whey Protein/Soy Protein/Protein Bar/Creatine | Low Carb/Muscle/Vegan/Lactose-Free
      Collagen | 5 | 490-2480 | Collagen Drink/Collagen Powder/Ceramide Capsule | Skin/Joints/Anti-Ageing/Sleep | mothersDay 1.4
      Eye Care | 4 | 290-1580 | Lutein/Eye Mask/Eye Drops/Heat Pack | Screen Fatigue/Dry Eyes/Relaxing/Daily
      Massage | 4 | 490-12900 | Massage Gun/Neck Massager/Foot Massager/Massage Pillow | Heated/Portable/Deep Tissue/Quiet | mothersDay 1.8, fathersDay 1.2
      Gift Sets | 1.5 | 890-3980 | Chicken Essence Set/Bird's Nest Set/Ginseng Set | Gifting/Energy/Immunity | lunarNewYear 6, mothersDay 4, midAutumn 1.5
    `,
  },
  {
    name: 'Toys & Games',
    weight: 3.5,
    growth: 0,
    payment: 'young',
    basket: 'small',
    lifts: { christmas: 1.9, lunarNewYear: 0.7, doubleEleven: 1.4 },
    related: ['Mother & Baby', 'Books & Stationery', 'Consumer Electronics'],
    brands: 'Brickly/Panda Play/Gashaland/Woodlings/Robokid/Dice & Co/Starbox',
    variants: 'Blue/Red/Deluxe/Mini/Limited Edition/Starter Set',
    trait: 'age: 3+/6+/8+/12+/Adults',
    subs: `
      Building Blocks | 7 | 199-6990 | Brick Set/Magnetic Tiles/Wooden Blocks/Micro Blocks | Educational/Display/Creative/Vehicles
      Board Games | 5 | 290-2290 | Strategy Game/Party Game/Card Game/Mahjong Set | Family/Two Players/Travel/Co-op | lunarNewYear 1.8
      Figures | 7 | 150-5990 | Blind Box/Scale Figure/Model Kit/Plush | Limited/Articulated/Collectible/Glow
      Dolls | 3 | 190-2490 | Fashion Doll/Dollhouse/Baby Doll/Dress-Up Set | Washable/Interactive/Gift/Foldable
      Remote Control | 3 | 390-7990 | RC Car/Drone/RC Boat/Robot | Rechargeable/4WD/Camera/Beginner
      Puzzles | 3.5 | 99-1490 | Jigsaw Puzzle/3D Puzzle/Puzzle Cube/Wooden Puzzle | 1000 Pieces/Kids/Speed/Relaxing
    `,
  },
  {
    name: 'Camera & Photo',
    weight: 1.5,
    growth: -0.48,
    payment: 'tech',
    basket: 'small',
    lifts: { doubleEleven: 1.8, lunarNewYear: 0.4 },
    related: ['Consumer Electronics', 'Phone & PC Accessories', 'Sports & Outdoors'],
    brands: 'Hanko/Lumiere/Opticore/Fujiwara/Trailcam/Steady',
    variants: 'Black/Silver/Kit/Mark II/Bundle',
    trait: 'level: Beginner/Enthusiast/Professional',
    subs: `
      Mirrorless Cameras | 3 | 15900-79900 | Full-Frame Camera/APS-C Camera/Compact Camera | Vlogging/Travel/Low Light/Professional
      Lenses | 3 | 3990-45900 | Prime Lens/Zoom Lens/Macro Lens/Wide Lens | Portrait/Travel/Low Light/Weather-Sealed
      Instant Cameras | 5 | 690-5990 | Instant Camera/Instant Film/Photo Printer | Party/Mini/Retro/Bluetooth | christmas 1
      Action Cameras | 3 | 2990-18900 | Action Camera/360 Camera/Gimbal Camera | Waterproof/4K/Stabilised/Vlogging | summer 0.5
      Accessories | 6 | 199-3990 | Tripod/Camera Bag/Battery/Filter/Camera Strap | Travel/Lightweight/Quick-Release/Waterproof
    `,
  },
];
